# %% [markdown] key="intro"
# # TP07 · Quand ça casse : cinq questions
#
# Durée : 70 minutes. Huit tâches, 31 points. Tout se passe hors ligne : un modèle scripté remplace Claude.
#
# 1. Lisez la consigne, puis la docstring : à elles deux, elles disent tout ce qui est noté.
# 2. Remplacez la ligne `raise NotImplementedError(…)` par votre code.
# 3. Lancez `verify`. Si vous n'avancez plus, demandez un indice avec `hint`.
#
# Les tests cachés essaient d'autres outils, d'autres pannes, d'autres historiques.

# %% key="setup"
import difflib
import json
from typing import Literal

import anthropic
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tooluse import ScriptedModel, connect, failures, message, reply, settings, tool_use
from tooluse.data import read_json
from tooluse.french import typeset
from tooluse.incidents import classes, remedies
from tooluse.practice import hint, verify

MODEL = settings().model

# %% [markdown] key="incidents-intro"
# ## Douze incidents
#
# Voici les douze incidents, puis les classes et les remèdes, avec leurs noms de code. Certains remèdes ne servent nulle part
# ici ; d'autres servent plusieurs fois.

# %% key="incidents"
for number, line in read_json("tp", "tp07_incidents.json").items():
    print(typeset(f"Incident {number}. {line}"))
print()
for word in (*classes().values(), *remedies().values()):
    print(typeset(f"{word.id:<20} {word.name}"))

# %% [markdown] task="q1" title="Cinq questions" points=3 closed=true
# Rangez dans `TRIAGE`, pour chaque incident, un couple `(classe, remède)`, avec leurs noms de code.
#
# 1. Posez les cinq questions dans l'ordre : la première qui trouve un défaut donne la classe.
# 2. Choisissez ce qui soigne **cet** incident, au point où il en est.
# 3. Pour une forme fausse : `"return_error"` répond à l'appel reçu, `"constrain"` empêche les suivants.

# %% task="q1"
# TRIAGE : un dictionnaire de douze couples, numéro de l'incident → (classe, remède).
# TRIAGE = {1: ("…", "…"), 2: ("…", "…"), …}
### BEGIN SOLUTION
TRIAGE = {
    1: ("protocol", "fix_code"),
    2: ("stop", "more_tokens"),
    3: ("transport", "wait"),
    4: ("form", "return_error"),
    5: ("knowledge", "give_knowledge"),
    6: ("protocol", "fix_code"),
    7: ("execution", "return_error"),
    8: ("stop", "tell_user"),
    9: ("form", "constrain"),
    10: ("stop", "resume"),
    11: ("transport", "wait"),
    12: ("knowledge", "give_knowledge"),
}
### END SOLUTION

# %% [markdown] key="whole-intro"
# ## Une réponse coupée
#
# Le modèle de `rehearsal()` a besoin de 700 tokens pour dire tout un devis. En dessous, la réponse est coupée : la remise,
# facultative, se perd, et l'`input` passe le schéma.
#
# Une fois q2 écrite, essayez `ask_whole(rehearsal(), REQUEST, 1000)`, puis `ask_whole(rehearsal(), REQUEST, 500)`.

# %% key="whole"
REQUEST = {
    "model": MODEL,
    "max_tokens": 200,
    "tools": [read_json("tp", "tp07_tools.json")["create_quote"]],
    "messages": [{"role": "user", "content": "Un devis pour Roc : deux licences, 10 % de remise."}],
}


def quote(request):
    given = {"client": "Roc", "items": ["licence", "licence"]}
    if request["max_tokens"] < 700:
        return reply(tool_use("create_quote", given), stop_reason="max_tokens")
    return reply(tool_use("create_quote", {**given, "discount": 10}))


def rehearsal():
    """Un client neuf ; ensuite, voyez client.calls."""
    return connect(ScriptedModel([quote] * 9), quiet=True)


# %% [markdown] task="q2" title="Une réponse entière, ou rien" points=4
# Écrivez `ask_whole`, qui n'accepte jamais une réponse coupée.
#
# 1. Envoyez `request`. Si le motif d'arrêt est `max_tokens`, relancez avec un `max_tokens` au moins doublé, sans jamais
#    dépasser `ceiling`.
# 2. Ne gardez pas le tour coupé : seul `max_tokens` change.
# 3. Coupée encore avec `ceiling` ? Levez `ValueError`.
# 4. Tout autre motif : rendez la réponse telle quelle.
# 5. Ne modifiez pas `request`.

# %% task="q2"
def ask_whole(client, request, ceiling):
    """La première réponse que max_tokens n'a pas coupée ; ValueError s'il n'y en a pas.

    request   les arguments de client.messages.create, max_tokens compris
    ceiling   le plus grand max_tokens permis, au moins request["max_tokens"] ; il est essayé
              avant de renoncer
    """
    ### BEGIN SOLUTION
    budget = request["max_tokens"]
    while True:
        response = client.messages.create(**{**request, "max_tokens": budget})
        if response.stop_reason != "max_tokens":
            return response
        if budget >= ceiling:
            raise ValueError(f"réponse coupée, même avec {ceiling} tokens")
        budget = min(2 * budget, ceiling)
    ### END SOLUTION


# %% [markdown] key="tools-intro"
# ## Des outils qui échouent
#
# Trois façons d'échouer. Convention d'Ardoise : le message d'une `ValueError` est écrit **pour le modèle**. Celui de toute
# autre exception est pour vous seul : il peut contenir un chemin, une requête, un jeton.
#
# `stop_now` imite un utilisateur qui presse Ctrl+C pendant que l'outil travaille.

# %% key="tools"
def read_meter(site):
    if site != "S-12":
        raise ValueError(f"site « {site} » inconnu. Un site s'écrit S-12 : demandez-le au client.")
    return {"site": site, "index": 48210, "unit": "kWh"}


def read_archive(year):
    raise OSError("/srv/ardoise/archives.db : token=ak-77f1, SELECT * FROM meters")


def stop_now():
    raise KeyboardInterrupt


METERS = {"read_meter": read_meter, "read_archive": read_archive, "stop_now": stop_now}


def asked(name, **given):
    """Un bloc tool_use. Une fois q3 écrite : execute(asked("read_meter", site="S-12"), METERS)."""
    return message(reply(tool_use(name, given))).content[0]


# %% [markdown] task="q3" title="Toujours un résultat" points=4
# Écrivez `execute`, qui rend un `tool_result` quoi qu'il arrive.
#
# 1. Appelez la fonction de `registry` avec `**input`.
# 2. Outil absent : en erreur, le message nomme l'outil demandé et les outils présents.
# 3. `ValueError` : en erreur, avec son message.
# 4. Toute autre exception : en erreur, une phrase courte qui nomme l'outil, sans rien citer de l'exception.
# 5. `KeyboardInterrupt` n'est pas un échec : laissez-le passer.

# %% task="q3"
def execute(block, registry):
    """Le tool_result (un dict) de ce bloc tool_use.

    registry   nom d'outil -> fonction
    réussite   un str repart tel quel, toute autre valeur en JSON, même vide
    échec      "is_error": True, et un message : jamais vide, sans trace Python. Une valeur que
               json.dumps refuse donne un résultat, elle aussi : en texte, ou en erreur.
    """
    ### BEGIN SOLUTION
    result = {"type": "tool_result", "tool_use_id": block.id}
    if block.name not in registry:
        told = f"L'outil {block.name} n'existe pas. Outils présents : {', '.join(registry)}."
        return {**result, "content": told, "is_error": True}
    try:
        output = registry[block.name](**block.input)
        if not isinstance(output, str):
            output = json.dumps(output, ensure_ascii=False)
        return {**result, "content": output}
    except ValueError as error:
        told = str(error)
    except Exception:
        told = f"L'outil {block.name} a échoué. Réessayez plus tard, ou prévenez le client."
    return {**result, "content": told, "is_error": True}
    ### END SOLUTION


# %% [markdown] key="cities-intro"
# ## « Lyno »
#
# Chaque ville a son fichier de relevés. Le modèle a le droit de lire les noms, jamais les chemins. La base en compte quatre ;
# les tests en ont parfois des milliers.

# %% key="cities"
STATIONS = {
    "Lyon": "/srv/releves/07481.csv",
    "Lens": "/srv/releves/07012.csv",
    "Lons-le-Saunier": "/srv/releves/07386.csv",
    "Brest": "/srv/releves/07110.csv",
}

# %% [markdown] task="q4" title="Une erreur qui se corrige" points=4
# Une ville n'est pas dans la base. Écrivez `unknown_city`, le message que lira le modèle.
#
# 1. Citez le nom reçu ; s'il est très long, son début.
# 2. Proposez de un à trois noms de `known`, les plus ressemblants, écrits comme dans la base. Majuscules et minuscules ne
#    comptent pas : « LYNO » mène aussi à « Lyon ».
# 3. Si rien ne ressemble, ne proposez aucun nom.
# 4. Jamais plus de 200 caractères.

# %% task="q4"
def unknown_city(name, known):
    """Le message d'erreur (un str) pour une ville inconnue.

    name    le nom reçu, un str quelconque
    known   nom de ville (35 caractères au plus) -> chemin de son fichier
    """
    ### BEGIN SOLUTION
    spelled = {city.casefold(): city for city in known}
    near = difflib.get_close_matches(name.casefold(), spelled, n=3, cutoff=0.5)
    told = f"Ville « {name[:40]} » inconnue."
    if near:
        told += f" Noms proches : {', '.join(spelled[city] for city in near)}."
    return told
    ### END SOLUTION


# %% [markdown] key="models-intro"
# ## Un modèle Pydantic, deux usages
#
# Voici `Transfer`, écrit par une collègue : il est strict, il refuse tout champ inconnu, et chaque champ a sa description.
# `Literal[…]` énumère les valeurs permises : dans le schéma, c'est un `enum`.
#
# Vous écrirez `Booking` sur ce patron, puis deux fonctions qui marchent avec **tout** modèle de cette sorte.

# %% key="models"
class Transfer(BaseModel):
    """Transfert d'un contrat à un autre client."""

    model_config = ConfigDict(strict=True, extra="forbid")

    contract_id: str = Field(pattern="^K-[0-9]{3}$", description="Le contrat, par exemple K-204.")
    reason: Literal["vente", "succession"] = Field(description="Pourquoi il change de mains.")
    months: int = Field(default=12, ge=1, le=36, description="Durée restante, en mois.")
    notify: bool = Field(description="Prévenir les deux clients par courrier.")


# %% [markdown] task="q5" title="Un modèle : le schéma et la garde" points=5
# 1. Écrivez `Booking`, la réservation d'une salle, d'après les commentaires. Strict, sans champ inconnu, une description par
#    champ ; ce que le modèle refuse, son schéma le refuse aussi.
# 2. `tool_from` rend la définition d'un outil, dont le schéma vient de `model`.
# 3. `guarded` valide l'`input` **avant** d'appeler `function`. S'il est mauvais : `function` n'est pas appelée, et le résultat
#    en erreur nomme chaque champ fautif.

# %% task="q5"
# room        "Ocre", "Schiste" ou "Lauze"
# seats       un entier de 1 à 12
# day         un texte de la forme AAAA-MM-JJ : des chiffres et des tirets, rien autour
# projector   un booléen, facultatif : False par défaut
class Booking(BaseModel):
    ### BEGIN SOLUTION
    model_config = ConfigDict(strict=True, extra="forbid")

    room: Literal["Ocre", "Schiste", "Lauze"] = Field(description="La salle.")
    seats: int = Field(ge=1, le=12, description="Nombre de places assises.")
    day: str = Field(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="Le jour, AAAA-MM-JJ.")
    projector: bool = Field(default=False, description="Faut-il un projecteur ?")
    ### END SOLUTION


def tool_from(model, name, description):
    """La définition d'outil {"name": …, "description": …, "input_schema": …} de ce modèle."""
    ### BEGIN SOLUTION
    schema = model.model_json_schema()
    return {"name": name, "description": description, "input_schema": schema}
    ### END SOLUTION


def guarded(block, model, function):
    """Le tool_result (un dict) de ce bloc tool_use, validé par model.

    function   appelée une fois, si l'input est bon, avec un argument nommé par champ du modèle,
               valeurs par défaut comprises ; elle n'échoue pas
    content    ce que rend function, en JSON (en texte si c'est un str) ; en erreur, un message
    """
    ### BEGIN SOLUTION
    result = {"type": "tool_result", "tool_use_id": block.id}
    try:
        given = model.model_validate(block.input)
    except ValidationError as error:
        faults = [f"{'.'.join(map(str, one['loc']))} : {one['msg']}" for one in error.errors()]
        return {**result, "content": "Rien n'est fait. " + " ; ".join(faults), "is_error": True}
    output = function(**given.model_dump())
    content = output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)
    return {**result, "content": content}
    ### END SOLUTION


# %% [markdown] key="persist-intro"
# ## Qui relance, qui renonce
#
# `persist` envoie une requête et demande à votre `policy` que faire de chaque échec. Les exceptions du SDK :
#
# - `anthropic.APIStatusError` : l'API a répondu une erreur ; lisez `error.status_code` et `error.response.headers` ;
# - `anthropic.APIConnectionError` : aucune réponse, connexion rompue ou délai dépassé ;
# - toute autre exception ne vient pas de l'API.
#
# À l'intérieur de chaque `create`, le SDK fait déjà jusqu'à `max_retries` nouveaux essais.

# %% key="persist"
def persist(client, request, sleep, max_retries=2, accept=None):
    """Envoie request jusqu'à une réponse que accept(response) ne refuse pas."""
    client = client.with_options(max_retries=max_retries)
    attempt = 0
    while True:
        attempt += 1
        try:
            response = client.messages.create(**request)
            if accept is not None:
                accept(response)  # une règle de sens : elle lève ValueError
            return response
        except Exception as error:
            seconds = policy(error, attempt, max_retries)
            if seconds is None:
                raise
            sleep(seconds)


def storm(times):
    """Un client qui répond 429 `times` fois, puis accepte."""
    client = connect(ScriptedModel([reply("Bonjour.")] * 9), quiet=True)
    client.inject(failures.rate_limit(retry_after=0.02, times=times))
    return client


# Une fois q6 écrite : persist(storm(4), REQUEST, print), puis storm(9).

# %% [markdown] task="q6" title="Qui attend, qui renonce" points=4
# Écrivez `policy`, que `persist` appelle.
#
# 1. 429, 5xx, aucune réponse : rendez les secondes d'attente.
# 2. Tout autre échec : `None`, on renonce.
# 3. Six requêtes au plus, essais du SDK compris : comptez `max_retries + 1` requêtes par `create`. Si le `create` suivant peut
#    dépasser six, `None`.
# 4. L'attente : l'en-tête `retry-after` (pas toujours entier) s'il est là ; sinon 1, puis 2, puis 4…
# 5. Au-delà de 60 secondes, `None`.

# %% task="q6"
def policy(error, attempt, max_retries=2):
    """Les secondes à attendre avant le prochain create (un nombre), ou None pour renoncer.

    error         l'exception levée par create, ou par accept
    attempt       combien de create ont été faits : 1 au premier échec
    max_retries   les nouveaux essais que le SDK fait à l'intérieur de chaque create
    """
    ### BEGIN SOLUTION
    if isinstance(error, anthropic.APIStatusError):
        if error.status_code != 429 and error.status_code < 500:
            return None
        told = error.response.headers.get("retry-after")
    elif isinstance(error, anthropic.APIConnectionError):
        told = None
    else:
        return None
    if (attempt + 1) * (max_retries + 1) > 6:
        return None
    seconds = float(told) if told else 2 ** (attempt - 1)
    return seconds if seconds <= 60 else None
    ### END SOLUTION


# %% [markdown] key="history-intro"
# ## Un historique relu du disque
#
# Le programme s'est arrêté au milieu d'un tour. Il relit `INTERRUPTED` d'un fichier JSON : partout des dictionnaires, jamais
# d'objets du SDK. Une seule des deux demandes a son résultat ; l'utilisateur, lui, a continué d'écrire.

# %% key="history"
INTERRUPTED = [
    {"role": "user", "content": "L'index de S-12 et celui de S-40 ?"},
    {
        "role": "assistant",
        "content": [
            {"type": "text", "text": "Je lis les deux."},
            {"type": "tool_use", "id": "toolu_a1", "name": "read_meter", "input": {"site": "S-12"}},
            {"type": "tool_use", "id": "toolu_b2", "name": "read_meter", "input": {"site": "S-40"}},
        ],
    },
    {
        "role": "user",
        "content": [
            {"type": "tool_result", "tool_use_id": "toolu_a1", "content": "48210"},
            {"type": "text", "text": "Alors ?"},
        ],
    },
]

# %% [markdown] task="q7" title="Réparer un historique" points=4
# Écrivez `repair`, qui rend un **nouvel** historique, que l'API accepte.
#
# 1. Chaque `tool_use` sans résultat en reçoit un, en erreur, avec un message.
# 2. Sa place : juste après le tour du modèle, avec les autres résultats de ce tour, dans un seul message `user`, avant tout
#    autre bloc.
# 3. Réparez aussi au milieu. Des messages consécutifs du même rôle forment un seul tour.
# 4. Gardez tout le reste, dans l'ordre. Ne modifiez pas `messages`.

# %% task="q7"
def repair(messages):
    """Une nouvelle liste de messages, où chaque demande a son résultat.

    messages   des dictionnaires ; content est un str ou une liste de blocs (des dictionnaires).
               Aucun résultat n'y est orphelin ni mal placé ; seuls manquent des résultats.
               Un server_tool_use n'attend rien de vous.
    """
    ### BEGIN SOLUTION
    def blocks(one):
        content = one["content"]
        return [{"type": "text", "text": content}] if isinstance(content, str) else [*content]

    turns = []
    for one in messages:
        if turns and turns[-1]["role"] == one["role"]:
            turns[-1]["content"] += blocks(one)
        else:
            turns.append({**one, "content": blocks(one)})
    repaired = []
    for place, turn in enumerate(turns, 1):
        repaired.append(turn)
        after = turns[place] if place < len(turns) else None
        asked = [block["id"] for block in turn["content"] if block["type"] == "tool_use"]
        given = [block.get("tool_use_id") for block in after["content"]] if after else []
        told = "Interrompu : on ne sait pas si cet outil a fini. Vérifiez avant de redemander."
        failed = {"type": "tool_result", "content": told, "is_error": True}
        lost = [{**failed, "tool_use_id": id} for id in asked if id not in given]
        if lost and after is None:
            repaired.append({"role": "user", "content": lost})
        elif lost:
            after["content"] = lost + after["content"]
    return repaired
    ### END SOLUTION


# %% [markdown] key="search-intro"
# ## Trois issues d'une recherche
#
# Une recherche de contrats trouve, ne trouve rien, ou échoue. La convention des exceptions est celle de q3.

# %% key="search"
CONTRACTS = {"C-12": [{"id": "K-204", "amount": 0}, {"id": "K-311", "amount": 1800}], "C-30": []}


def search_contracts(client_id):
    if client_id not in CONTRACTS:
        raise ValueError(f"client « {client_id} » inconnu. Cherchez d'abord son identifiant.")
    return CONTRACTS[client_id]


# %% [markdown] task="q8" title="Vide n'est pas erreur" points=3
# Écrivez `answer`, qui rend le `tool_result` d'une recherche. `search` reçoit `**input` et rend une liste.
#
# 1. En cas de succès, `content` est du JSON : `{"total": …, "contracts": […]}`.
# 2. `total` compte tout ; `contracts` porte les dix premiers, tels quels.
# 3. Une liste vide est un succès.
# 4. `ValueError` : en erreur, avec son message.
# 5. Toute autre exception : en erreur, une phrase courte, sans rien citer de l'exception.

# %% task="q8"
def answer(block, search):
    """Le tool_result (un dict) de ce bloc tool_use ; en erreur seulement si search échoue."""
    ### BEGIN SOLUTION
    result = {"type": "tool_result", "tool_use_id": block.id}
    try:
        found = search(**block.input)
    except ValueError as error:
        return {**result, "content": str(error), "is_error": True}
    except Exception:
        told = "La recherche n'a pas eu lieu : la base ne répond pas. Réessayez plus tard."
        return {**result, "content": told, "is_error": True}
    told = {"total": len(found), "contracts": found[:10]}
    return {**result, "content": json.dumps(told, ensure_ascii=False)}
    ### END SOLUTION


# %% [markdown] key="end"
# ## Avant de rendre
#
# 1. Redémarrez le noyau et exécutez tout : chaque `verify` doit annoncer ses tests publics réussis.
# 2. Relisez votre code : que fait-il d'une réponse coupée, d'un mauvais type, d'un outil débranché, d'une liste vide ?
# 3. Rendez le carnet : `tooluse submit tp07 --student prenom.nom`, dans un terminal de JupyterLab.
