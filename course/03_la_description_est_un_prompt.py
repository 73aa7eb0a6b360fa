# %% [markdown] key="titre" lang="fr"
# # 03 · La description est un prompt
#
# *Leçon de 40 minutes, suivie du TP03.*
#
# D'un outil, le modèle ne voit qu'un nom, une description et un schéma. Vos mots décident s'il appelle, avec quelles valeurs.
#
# **Vous allez savoir**
#
# - décrire un outil en quatre phrases ;
# - voir ce que l'API accepte à tort ;
# - reconnaître une description bourrée de mots ;
# - poser une frontière des deux côtés ;
# - contraindre par le schéma, pas en prose ;
# - choisir entre requis, facultatif et `null` ;
# - distinguer vide, introuvable, trop et erreur ;
# - grouper ou séparer selon le risque.

# %% key="preparation"
from copy import deepcopy

from jsonschema import Draft202012Validator

from tooluse import MockClaude, settings
from tooluse.data import read_json
from tooluse.lint.verdicts import lint
from tooluse.mock.models import SimulatedModel
from tooluse.practice.simulation import called, hear
from tooluse.widgets import compare, explain, flow, predict, quiz, validator

MODEL = settings().model
LESSON = read_json("lessons", "03.json")
THIN, GOOD, STUFFED = LESSON["thin"], LESSON["good"], LESSON["stuffed"]
REQUESTS = LESSON["requests"]  # (demande, True si elle porte sur les contrats signés)
assert len(REQUESTS) == 16

# %% [markdown] key="quatre-phrases" lang="fr"
# ## Quatre phrases
#
# Un **modèle simulé** répond ici : il choisit d'après les mots de vos définitions, par des règles fixes. C'est un instrument, pas
# Claude : un vrai modèle devine mieux, et se trompe autrement. Tous les comptes de cette leçon sont *simulés*.
#
# La définition `THIN` tient en un nom, `search`, une description, « Recherche », et un paramètre muet, c'est-à-dire sans description, `q`.
# Elle sert à chercher dans les contrats. Sur 16 demandes, 8 portent sur les contrats et 8 sur autre chose.
#
# **Prédire.** Combien sont bien traitées ?

# %% key="quatre-phrases-prediction"
predict("03.p1")

# %% key="quatre-phrases-execution"
# Exécuter : bien traiter une demande, c'est appeler l'outil quand il faut, et seulement alors.
fired = [text for text, _ in REQUESTS if called([THIN], text)]
right = [text for text, about in REQUESTS if bool(called([THIN], text)) == about]
print(len(fired), "appels ;", len(right), "demandes bien traitées sur", len(REQUESTS))
assert not fired and len(right) == 8

# %% [markdown] key="quatre-phrases-explication" lang="fr"
# **Expliquer.** Aucun appel : le modèle n'a « raison » que lorsqu'il fallait se taire. Un bon score peut cacher un outil mort.
#
# Une description tient en quatre phrases :
#
# 1. **quoi** : ce que fait l'outil, avec un verbe ;
# 2. **quand** : ce qui le déclenche, formulations indirectes comprises ;
# 3. **quand pas** : ses frontières ;
# 4. **ce qu'il rend** : forme, unités, cas vide.
#
# **Modifier.** La vue suivante compare `search` et `search_client_contracts`. Retirez une phrase à droite. Relancez. Puis ouvrez une
# demande : quels mots ont compté ?

# %% key="quatre-phrases-modification"
NAMES = THIN["name"], GOOD["name"]
print(GOOD["description"])
expected = [(text, NAMES if about else None) for text, about in REQUESTS]
view = compare([THIN], [GOOD], expected, NAMES)
thin, good = view.score  # mesuré avant vos retouches
assert thin == 8 and good >= 15
view

# %% [markdown] key="accepte" lang="fr"
# ## Ce que l'API accepte
#
# Voici `FAULTY`, en bref :
#
# ```
# name        crm.search_tickets
# description Cherche des tickets.
# q           {"type": "string"}
# state       {"types": "string", "enum": ["open", "Open", "closed"]}
# required    ["q", "client"]
# ```
#
# On y compte au moins cinq défauts : un point dans le nom, un `q` muet, `types` pour `type`, deux valeurs qui ne diffèrent que par la
# casse, un champ requis qui n'existe pas.
#
# **Prédire.** Lesquels l'API refuse-t-elle ?

# %% key="accepte-prediction"
predict("03.p2")

# %% key="accepte-execution"
# Exécuter : l'API, le méta-schéma, puis le contrôleur du cours.
FAULTY = LESSON["faulty"]
renamed = {**FAULTY, "name": "search_tickets"}
print("API :", hear([FAULTY], "Des tickets chez Roc ?").refusal)
assert hear([renamed], "Des tickets chez Roc ?").refusal is None  # accepté, une fois renommé
Draft202012Validator.check_schema(renamed["input_schema"])  # accepté aussi
found = list(lint([renamed]))
for one in found:
    print("lint :", one.path, "·", one.detail)
wanted = {"unknown-schema-keyword", "required-without-property", "enum-case"}
assert wanted <= {one.rule for one in found} and not list(lint([GOOD]))
validator(FAULTY, {"q": "panne", "state": 3, "client": "CL-204"})

# %% [markdown] key="accepte-explication" lang="fr"
# **Expliquer.** Seul le nom est refusé. Chaque contrôle ne voit que sa part.
#
# | Contrôle | Il voit | Il ne voit pas |
# | --- | --- | --- |
# | méta-schéma (le schéma des schémas) | un schéma mal formé | une clé inconnue : `types` ne contraint rien |
# | API | aussi le nom | un requis absent, une casse double |
# | `tooluse lint` | aussi ces fautes, et la prose | si la description dit vrai |
#
# Le terminal lit un fichier : `tooluse lint outils.json --strict`.
#
# **Modifier.** Dans la vue, corrigez `FAULTY` défaut après défaut, jusqu'au silence. Changez aussi l'entrée essayée.

# %% [markdown] key="trop-de-mots" lang="fr"
# ## Trop de mots
#
# Si les mots déclenchent, pourquoi ne pas les mettre tous ? `STUFFED` a le bon nom et le bon schéma. Sa description est une liste :
# « contrat, contrats, client, clause, préavis, facture, devis, adresse, ticket, stock… »
#
# Elle capte les 8 demandes sur les contrats.
#
# **Prédire.** Que fait-elle des 8 autres ?

# %% key="trop-de-mots-prediction"
predict("03.p3")

# %% key="trop-de-mots-execution"
# Exécuter : les demandes hors sujet que chaque définition capte.
# Modifier : retirez « ticket » et « support » de la liste, puis relancez.
def strays(definition):
    return [text for text, about in REQUESTS if not about and called([definition], text)]


print("GOOD    :", strays(GOOD))
print("STUFFED :", *strays(STUFFED), sep="\n    ")
assert not strays(GOOD) and len(strays(STUFFED)) >= 3
client = MockClaude(SimulatedModel())
ask = {"role": "user", "content": "Combien de tickets de support sont ouverts chez Roc ?"}
client.messages.create(model=MODEL, max_tokens=500, tools=[STUFFED], messages=[ask])
explain(client.calls[-1])

# %% [markdown] key="trop-de-mots-explication" lang="fr"
# **Expliquer.** Elle appelle la recherche de contrats pour des tickets, une adresse, un stock. Chaque mot ajouté est une promesse : le
# modèle y croit. « À utiliser pour toute demande » a le même effet, en une phrase.
#
# La vue montre les mots qui ont compté. Un mot utile **sépare** l'outil de ses voisins. Un mot que tout le monde partage ne sépare
# rien ; un mot d'un autre métier attire à tort.
#
# Une description n'est pas non plus une documentation : `Args`, `Returns` et l'auteur du code ne disent pas *quand* appeler.

# %% [markdown] key="frontieres" lang="fr"
# ## Des frontières des deux côtés
#
# Deux outils cherchent « dans les dossiers d'un client » : `search_contracts` (engagement, durée, prix) et `search_quotes` (offre, remise,
# prix). Sur 8 demandes proches de la limite, certaines mêlent leurs mots : « Quelle **remise** Roc a-t-il **signée** ? »
#
# On ajoute une frontière à l'outil des devis seulement : « Ne couvre pas ce qui est signé : utiliser `search_contracts`. »
#
# **Prédire.** Cela suffit-il ?

# %% key="frontieres-prediction"
predict("03.p4")

# %% key="frontieres-execution"
# Exécuter : sans frontière, avec une seule, avec les deux.
# Modifier : dans `frontiers`, retirez le nom de l'autre outil. Que devient le dernier score ?
pair, frontiers = LESSON["pair"], LESSON["frontiers"]


def score(*sides):
    told = zip(pair, frontiers, sides, strict=True)
    tools = [{**t, "description": t["description"] + f * side} for t, f, side in told]
    return sum(called(tools, text) == [name] for text, name in LESSON["near"])


scores = {sides: score(*sides) for sides in ((0, 0), (1, 0), (0, 1), (1, 1))}
print(scores)  # (contrats, devis) : demandes bien traitées sur 8
assert scores[0, 0] < scores[0, 1] < scores[1, 1] and scores[1, 0] < scores[1, 1]

# %% [markdown] key="frontieres-explication" lang="fr"
# **Expliquer.** Une seule frontière ne répare qu'un côté. L'outil qui n'en a pas continue d'attirer les demandes qui parlent avec ses mots.
#
# Une frontière dit deux choses : ce que l'outil ne couvre pas, et **le nom** de celui qui le couvre. Écrivez-la dans les deux
# descriptions. Un outil seul en a besoin aussi : sans voisin, c'est lui que le modèle prendra faute de mieux.
#
# Relisez-les ensemble quand vous ajoutez un outil : l'arrivée d'un voisin change le sens d'une description que personne n'a touchée.

# %% [markdown] key="contraindre" lang="fr"
# ## Contraindre par le schéma
#
# « Code IATA : trois lettres capitales » est une consigne. Un **motif** est une contrainte, qu'une machine contrôle :
# `{"type": "string", "pattern": "[A-Z]{3}"}`.
#
# **Prédire.** Ce motif refuse-t-il `MADRID` ?

# %% key="contraindre-prediction"
predict("03.p5")

# %% key="contraindre-execution"
# Exécuter : cinq contraintes trop lâches, et ce qui passe.
# Modifier : resserrez une seule contrainte, avec `^` et `$`, `"integer"` ou un `enum`.
# Quelle assertion échoue ?
def takes(schema, value):
    return Draft202012Validator(schema).is_valid(value)


loose = {"type": "string", "pattern": "[A-Z]{3}"}
prose = {"type": "string", "description": "economy, premium ou business."}
assert takes(loose, "MADRID") and not takes({"pattern": "^[A-Z]{3}$"}, "MADRID")
assert takes(prose, "première")  # une description ne refuse rien
assert takes({"type": "number", "minimum": 1}, 2.5)  # un nombre n'est pas un entier
assert takes({"type": "string", "format": "date"}, "demain")  # `format` annote, par défaut
assert takes({"properties": {"city": {}}}, {"town": "Lyon"})  # les champs en trop passent
print("cinq entrées fausses, toutes acceptées")

# %% [markdown] key="contraindre-explication" lang="fr"
# **Expliquer.** Un motif se cherche **n'importe où** dans le texte : attachez-le par `^` et `$`.
#
# | Prose | Schéma |
# | --- | --- |
# | « economy ou business » | `enum` |
# | « entre 1 et 9 » | `integer`, `minimum`, `maximum` |
# | « trois capitales » | `^[A-Z]{3}$` |
# | « rien d'autre » | `additionalProperties: false` |
#
# Limites, en mode `strict` (leçon 06) : l'API refuse `minimum` et `maximum`, et ne garantit pas la casse d'un `enum` (faits datés : 2026-10, documentation). Et sans `strict`,
# un schéma guide le modèle sans l'obliger. Validez donc dans votre code.

# %% [markdown] key="requis" lang="fr"
# ## Requis, facultatif, défaut
#
# `create_ticket` a deux champs : `title` et `due_date`, une date limite. L'équipe les rend tous deux **requis** : « ainsi, nous aurons
# toujours une date ».
#
# La demande : « Ouvre un ticket : l'écran de l'accueil est noir. » Aucune date.
#
# **Prédire.** Que contient `due_date` ?

# %% key="requis-prediction"
predict("03.p6")

# %% key="requis-execution"
# Exécuter : le même outil, requis, facultatif, puis strict et `null`.
# Modifier : ajoutez à la demande « avant le 12 janvier 2027 ».
TICKET = LESSON["ticket"]


def due_date(required, kind="string", **options):
    schema = deepcopy(TICKET["input_schema"])
    schema["properties"]["due_date"]["type"] = kind
    tool = {**TICKET, "input_schema": {**schema, "required": required}, **options}
    [(_, given)] = hear([tool], "Ouvre un ticket : l'écran de l'accueil est noir.").calls
    return given.get("due_date", "absent")


both = ["title", "due_date"]
made_up, left_out = due_date(both), due_date(["title"])
null = due_date(both, ["string", "null"], strict=True)
print(made_up, "·", left_out, "·", null)
assert takes({"pattern": "^[0-9-]{10}$"}, made_up) and left_out == "absent" and null is None

# %% [markdown] key="requis-explication" lang="fr"
# **Expliquer.** Une date bien formée, inventée. Le champ requis n'obtient pas **la** date : il obtient **n'importe quelle** date.
#
# | La demande le donne | Mode libre | Mode strict |
# | --- | --- | --- |
# | toujours | requis | requis |
# | parfois | facultatif | requis, `null` permis |
# | rarement | facultatif, `default` | requis |
#
# En strict, chaque champ facultatif alourdit la grammaire que l'API compile (leçon 06). La documentation conseille de tout rendre requis.
# L'API refuse plus de 24 champs facultatifs, ou plus de 16 champs à plusieurs types
# (faits datés : 2026-10). Un `enum` accepte `null` s'il le contient ; l'API refuse alors un
# `type` à côté.

# %% [markdown] key="vide" lang="fr"
# ## Vide, introuvable, trop
#
# La quatrième phrase engage votre code. Voici ce qu'il fait quand la base est en panne :
#
# ```python
# try:
#     return search(query)
# except ConnectionError:
#     return []
# ```
#
# **Prédire.** Que dira le modèle à l'utilisateur ?

# %% key="vide-prediction"
predict("03.p7")


# %% key="vide-execution"
# Exécuter : la même panne, rendue comme un vide, puis comme une erreur.
# Modifier : rendez « 1 contrat sur 12 : précisez » avec un contrat. Est-ce repris ?
def conclude(client, content, **options):
    asked = {"model": MODEL, "max_tokens": 500, "tools": [GOOD]}
    messages = [{"role": "user", "content": "Qu'a signé Roc avec nous ?"}]
    said = client.messages.create(messages=messages, **asked).content
    [use] = [block.id for block in said if block.type == "tool_use"]
    result = {"type": "tool_result", "tool_use_id": use, "content": content, **options}
    messages += [{"role": "assistant", "content": said}, {"role": "user", "content": [result]}]
    return client.messages.create(messages=messages, **asked).content[0].text


client = MockClaude(SimulatedModel())
print(empty := conclude(client, "[]"))
print(failed := conclude(client, "La base des contrats ne répond pas.", is_error=True))
assert "ne répond pas" in failed and "ne répond pas" not in empty
flow(client)

# %% [markdown] key="vide-explication" lang="fr"
# **Expliquer.** « Rien trouvé » : l'utilisateur croit que Roc n'a rien signé. Rien ne le prouve, et personne ne le saura.
#
# | Issue | Ce que vous rendez |
# | --- | --- |
# | trouvé | la liste, avec l'identifiant que **les autres outils** attendent |
# | vide | la même forme, vide |
# | trop | le début, le total, et comment préciser |
# | introuvable | une phrase qui cite la valeur reçue |
# | panne | une phrase, avec `is_error` |
#
# Et la description annonce ces cas : sans cela, le modèle prend un vide pour une panne, ou l'inverse.

# %% [markdown] key="principes" lang="fr"
# ## Cinq principes
#
# | Principe | Sa limite |
# | --- | --- |
# | une responsabilité par outil | trop d'outils proches se confondent |
# | un nom qui suffit | il ne dit ni quand, ni quand pas |
# | documenter vide, introuvable, trop | le code doit tenir parole |
# | peu de requis | en strict, c'est l'inverse |
# | le schéma avant la prose | le sens ne se met pas en schéma |
#
# Le premier se discute : la documentation conseille de grouper des opérations voisines sous un paramètre `action` (fait daté : 2026-11).
# Tranchez par le **risque**. Même ressource, même risque : groupez. Lire et supprimer : séparez.

# %% [markdown] key="piege" lang="fr"
# ## Le piège du jour
#
# **« L'API accepte ma définition, donc elle est bonne. »**
#
# Non : l'API a contrôlé une forme. `types` passe, « Recherche » passe, un champ requis qui n'existe pas passe. Une bonne définition se juge sur des
# demandes : celles qui doivent déclencher l'appel, et surtout celles qui ne le doivent pas.

# %% key="questions"
quiz("03")

# %% [markdown] key="fin" lang="fr"
# ## Vous savez maintenant
#
# - décrire un outil en quatre phrases ;
# - voir ce que l'API accepte à tort ;
# - reconnaître une description bourrée de mots ;
# - poser une frontière des deux côtés ;
# - contraindre par le schéma, pas en prose ;
# - choisir entre requis, facultatif et `null` ;
# - distinguer vide, introuvable, trop et erreur ;
# - grouper ou séparer selon le risque.
#
# La suite : le **TP03**, sept tâches sur ces points. Puis la leçon **04 · Le contrat qui tient**, où une entrée parfaitement formée se
# révèle fausse.
