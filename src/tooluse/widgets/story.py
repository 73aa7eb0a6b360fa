"""What happens at each step of a tool call, told in French: the sentences of the flow debugger.

Backticks mark the API's own words. {tools}, {names}, {role}, {status}… are filled in by present.py.
"""

# kind of step -> (text on the arrow, title, one sentence)
STEPS: dict[str, tuple[str, str, str]] = {
    "request": (
        "requête + {tools}",
        "Votre code envoie la requête",
        "Elle porte tout ce que le modèle saura : les messages et la définition de {tools}.",
    ),
    "request_plain": (
        "requête",
        "Votre code envoie la requête",
        "Elle porte tout ce que le modèle saura : ici, les messages.",
    ),
    "results": (
        "`tool_result` × {results}, rôle `{role}`",
        "Votre code renvoie les résultats",
        "Tout l'historique repart. Un `tool_result` par `id`, tous dans un seul message `user`.",
    ),
    "resume": (
        "reprise du tour",
        "Votre code rend le tour au modèle",
        "Le dernier message est celui du modèle, renvoyé tel quel : le modèle reprend où il s'est arrêté.",
    ),
    "error": (
        "erreur {status}",
        "L'API refuse : {status}, `{error_type}`",
        "Le modèle n'a rien lu. L'API dit pourquoi, avec le chemin du champ en cause quand il y en a un.",
    ),
    "error_server": (
        "erreur {status}",
        "L'API ne peut pas répondre : {status}, `{error_type}`",
        "La requête n'est pas en cause : attendez un peu, puis renvoyez-la telle quelle.",
    ),
    "silence": (
        "pas de réponse",
        "Aucune réponse enregistrée",
        "La requête attend encore sa réponse, ou la connexion a été coupée.",
    ),
    "execution": (
        "exécute {names}",
        "Votre code exécute {ran}",
        "Rien ne passe par le réseau : le modèle a demandé, votre programme agit.",
    ),
    "unanswered": (
        "à exécuter : {names}",
        "À votre code d'exécuter {calls}",
        "L'enregistrement s'arrête ici : le modèle attend un `tool_result` par demande.",
    ),
}

# stop_reason -> (text on the arrow, title, one sentence: what the code must do)
STOPS: dict[str, tuple[str, str, str]] = {
    "tool_use": (
        "demande {calls}",
        "Le modèle demande {calls}",
        "Un bloc `tool_use` par demande, chacun avec son `id`. Le modèle s'arrête là et attend la suite.",
    ),
    "end_turn": (
        "réponse finale",
        "Le modèle a fini",
        "Plus rien à exécuter : lisez les blocs `text` et sortez de la boucle.",
    ),
    "max_tokens": (
        "réponse coupée",
        "La réponse est coupée par `max_tokens`",
        "N'exécutez aucun outil de ce tour : recommencez avec un `max_tokens` plus grand.",
    ),
    "stop_sequence": (
        "arrêt sur une séquence",
        "Le modèle a écrit une de vos séquences d'arrêt",
        "Le texte s'arrête juste avant la séquence : sortez de la boucle et traitez ce que vous avez.",
    ),
    "pause_turn": (
        "pause",
        "Le modèle fait une pause",
        "Renvoyez ce contenu tel quel en rôle `assistant`, sans `tool_result` ni texte ajouté.",
    ),
    "refusal": (
        "refus",
        "Le modèle refuse de répondre",
        "Sortez de la boucle et dites-le à l'utilisateur : renvoyer la même demande ne changera rien.",
    ),
    "model_context_window_exceeded": (
        "contexte plein",
        "Le contexte du modèle est plein",
        "La réponse est incomplète : raccourcissez l'historique avant de recommencer.",
    ),
    "": (
        "réponse",
        "Le modèle répond",
        "Motif d'arrêt inconnu de cette vue : sortez de la boucle et notez-le.",
    ),
}

INFERRED = "Un historique ne garde pas `stop_reason` : celui-ci est déduit des blocs."
