# %% [markdown] key="title"
# # TP01 · Un appel d'outil est une demande
#
# Six tâches, 45 minutes, 20 points. Chacune suit le même ordre : la consigne, votre code, une vérification
# publique, trois indices, la cellule notée.
#
# Avancez cellule par cellule : « Tout exécuter » s'arrête à la première tâche qui n'est pas faite.
#
# La vérification publique regarde des cas simples. Les tests cachés en essaient d'autres : relisez la consigne
# avant de passer à la suite.

# %% key="setup"
import json

from tooluse import ScriptedModel, connect, reply, settings, thinking, tool_use
from tooluse.data import read_json
from tooluse.french import typeset
from tooluse.practice import hint, verify

MODEL = settings().model

# %% [markdown] key="sample-intro"
# **Une réponse pour vos essais.** Exécutez la cellule suivante : `sample` est une réponse de l'API. Servez-vous-en
# pour essayer vos fonctions, dans des cellules que vous ajoutez.

# %% key="sample"
client = connect(ScriptedModel([
    reply(
        thinking(""),
        "Je vérifie les deux villes.",
        tool_use("get_weather", city="Lyon"),
        tool_use("get_weather", city="Nîmes"),
    )
]))
weather = read_json("tools", "lecon01.json")[0]
question = {"role": "user", "content": "Quel temps fait-il à Lyon et à Nîmes ?"}
sample = client.messages.create(model=MODEL, max_tokens=500, tools=[weather], messages=[question])
for block in sample.content:
    print(block)

# %% [markdown] key="cards-intro"
# **Les sept cartes.** Elles serviront à la première tâche.

# %% key="cards"
for card, line in read_json("tp", "tp01_cards.json").items():
    print(typeset(f"{card} : {line}"))

# %% [markdown] task="q1" title="Sept cartes à remettre en ordre" points=3 closed=true
# Les sept cartes racontent un appel d'outil, du début à la fin.
#
# 1. Remettez-les dans l'ordre.
# 2. Décrivez chacune par `(carte, auteur, rôle, sens)` :
#    - auteur : qui la produit, `"code"` (votre programme) ou `"model"` ;
#    - rôle : celui du message qui la porte, `"user"` ou `"assistant"` ; sans message, `"none"` ;
#    - sens : `"request"` (vers l'API de Claude), `"response"` (depuis cette API), `"local"` (ni l'un ni l'autre).
# 3. Rangez ces tuples dans la liste `PATH`.

# %% task="q1"
# PATH : une liste de sept tuples de quatre textes.
# PATH = [("…", "…", "…", "…"), …]
### BEGIN SOLUTION
PATH = [
    ("D", "code", "user", "request"),
    ("A", "model", "assistant", "response"),
    ("F", "code", "none", "local"),
    ("C", "code", "none", "local"),
    ("G", "code", "user", "request"),
    ("B", "model", "assistant", "response"),
    ("E", "code", "none", "local"),
]
### END SOLUTION

# %% [markdown] task="q2" title="Lire les demandes" points=4
# Complétez `requests_in(response)`. `response` est ce que rend `client.messages.create`.
#
# 1. Rendez une liste : un tuple `(id, nom, entrée)` par demande adressée à votre code, c'est-à-dire par bloc de
#    type `tool_use`.
# 2. Gardez l'ordre de la réponse. L'entrée est le dictionnaire reçu, même vide.
# 3. Sans demande, rendez `[]`.
#
# La réponse peut contenir d'autres blocs, n'importe où : réflexion, texte, `server_tool_use`.

# %% task="q2"
def requests_in(response):
    """Liste des (id, nom, entrée) des blocs `tool_use` de `response`, dans l'ordre."""
    ### BEGIN SOLUTION
    calls = [block for block in response.content if block.type == "tool_use"]
    return [(call.id, call.name, call.input) for call in calls]
    ### END SOLUTION

# %% [markdown] task="q3" title="Écrire un résultat" points=3
# Complétez `tool_result(block, output)`. `block` est un bloc `tool_use`, `output` ce que l'outil a rendu.
#
# 1. Rendez le bloc `tool_result` (un dictionnaire) qui répond à cette demande ; le bloc seul, sans message autour.
# 2. Son `content` est toujours du texte. Si `output` est une chaîne, c'est elle, telle quelle, même vide.
# 3. Sinon (dictionnaire, liste, nombre, booléen, `None`), c'est sa forme JSON, accents lisibles :
#    `ensure_ascii=False`.

# %% task="q3"
def tool_result(block, output):
    """Le bloc `tool_result` qui rend `output` à la demande `block`."""
    ### BEGIN SOLUTION
    content = output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)
    return {"type": "tool_result", "tool_use_id": block.id, "content": content}
    ### END SOLUTION

# %% [markdown] task="q4" title="Le tour suivant" points=4
# Complétez `next_messages(messages, response, results)`. `response` est la réponse de l'API à `messages` ;
# `results` est la liste des blocs `tool_result` qui lui répondent. Rendez la liste de messages à envoyer ensuite :
#
# 1. les messages reçus ;
# 2. le tour de l'assistant : tout le contenu de `response` ;
# 3. un seul message, avec tous les résultats et rien d'autre.
#
# Rendez une nouvelle liste. Les arguments restent comme vous les avez reçus.

# %% task="q4"
def next_messages(messages, response, results):
    """La nouvelle liste : `messages`, puis le tour de l'assistant, puis les résultats."""
    ### BEGIN SOLUTION
    return [
        *messages,
        {"role": "assistant", "content": response.content},
        {"role": "user", "content": results},
    ]
    ### END SOLUTION

# %% [markdown] task="q5" title="Un mini-vérificateur" points=4
# Complétez `violations(messages)`, qui rend la liste des fautes (`[]` sans faute), dans l'ordre de votre choix :
#
# 1. `("missing", id)` : un `tool_use` sans résultat dans le tour `user` juste après (ou si rien ne suit) ;
# 2. `("orphan", id)` : un `tool_result` sans sa demande dans le tour `assistant` juste avant.
#
# Des messages consécutifs de même rôle forment un seul tour : l'API les fusionne. `content` est une chaîne ou une
# liste de dictionnaires. Ne modifiez pas `messages`.

# %% task="q5"
def violations(messages):
    """Liste de ("missing", id) et ("orphan", id) ; vide quand toutes les paires sont complètes."""
    ### BEGIN SOLUTION
    turns = []  # (rôle, blocs) : un tour par suite de messages de même rôle
    for message in messages:
        blocks = message["content"] if isinstance(message["content"], list) else []
        if turns and turns[-1][0] == message["role"]:
            turns[-1][1].extend(blocks)
        else:
            turns.append((message["role"], list(blocks)))

    asked = [[b["id"] for b in blocks if b["type"] == "tool_use"] for _, blocks in turns]
    given = [
        [b["tool_use_id"] for b in blocks if b["type"] == "tool_result"] for _, blocks in turns
    ]
    found = []
    for i in range(len(turns)):
        before = asked[i - 1] if i > 0 else []
        after = given[i + 1] if i + 1 < len(turns) else []
        found += [("orphan", id) for id in given[i] if id not in before]
        found += [("missing", id) for id in asked[i] if id not in after]
    return found
    ### END SOLUTION

# %% [markdown] key="cases-intro"
# **Les six cas.** Ils serviront à la dernière tâche.

# %% key="cases"
for number, line in read_json("tp", "tp01_cases.json").items():
    print(typeset(f"Cas {number}. {line}"))

# %% [markdown] task="q6" title="Qui exécute ?" points=2 closed=true
# Chacun des six cas finit par une question : « Qui… ? »
#
# 1. Répondez par `"code"` (un programme qui vous appartient), `"anthropic"` (les serveurs d'Anthropic) ou
#    `"nobody"` (rien n'a été exécuté).
# 2. Rangez vos réponses dans le dictionnaire `WHO` : le numéro du cas, puis la réponse.

# %% task="q6"
# WHO : un dictionnaire de six réponses, numéro du cas → texte.
# WHO = {1: "…", 2: "…", …}
### BEGIN SOLUTION
WHO = {1: "code", 2: "anthropic", 3: "nobody", 4: "code", 5: "nobody", 6: "code"}
### END SOLUTION

# %% [markdown] key="end"
# ## Avant de rendre
#
# 1. Redémarrez le noyau et exécutez tout : chaque `verify` doit annoncer ses tests publics réussis.
# 2. Enregistrez.
# 3. Rendez le carnet : `tooluse submit tp01 --student prenom.nom`, dans un terminal de JupyterLab.
