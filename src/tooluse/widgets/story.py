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
    "results": (
        "`tool_result` × {results}, rôle `{role}`",
        "Votre code renvoie les résultats",
        "L'API ne garde rien : tout l'historique repart, la demande du modèle, puis vos résultats.",
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
        "Votre code exécute {calls}",
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
        "Exécutez chaque demande, puis renvoyez un `tool_result` par `id`, tous dans un seul message `user`.",
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

# What is asked before a step is shown: kind -> prompt, then what each answer says.
PROMPTS = {
    "who": "Qui agit à l'étape {number} ?",
    "executes": "Le modèle a demandé `{name}`. Qui l'exécute ?",
    "first_role": "Quel rôle aura le dernier message de cette requête ?",
    "role": "Le message suivant porte les résultats. Quel rôle aura-t-il ?",
    "stop": "Quel `stop_reason` portera la réponse ?",
    "count": "Combien de blocs `tool_result` le message suivant portera-t-il ?",
}
WHO = {
    "code": "Votre code",
    "model": "Le modèle",
    "api": "L'API, sans passer par le modèle",
}
WHY_WHO = {
    "request": "Votre code parle en premier : le modèle ne sait que ce que vous lui envoyez.",
    "results": "Votre code rend la parole au modèle en lui renvoyant les résultats.",
    "resume": "Votre code renvoie le tour : le modèle ne peut pas reprendre de lui-même.",
    "reply": "Le modèle répond, et s'arrête là : il ne peut que répondre ou demander.",
    "error": "L'API refuse la requête avant que le modèle ne la lise.",
    "silence": "Rien n'est revenu : c'était à l'API de répondre.",
    "execution": "Votre code exécute : un bloc `tool_use` est une demande, pas une action.",
    "unanswered": "Votre code doit exécuter : un bloc `tool_use` est une demande, pas une action.",
}
WHY_ROLE = {
    "user": "C'est `user` : vu du modèle, tout ce qui vient de votre côté porte ce rôle, résultats compris.",
    "assistant": "C'est `assistant` : le dernier message est celui du modèle, renvoyé tel quel.",
    "system": "C'est `system` : une consigne glissée en cours de conversation.",
}
# What each stop_reason says of the model; what the code must do about it stands in STOPS.
WHY_STOP = {
    "tool_use": "C'est `tool_use` : le modèle attend le résultat de sa demande avant de poursuivre.",
    "end_turn": "C'est `end_turn` : le modèle a dit tout ce qu'il avait à dire.",
    "max_tokens": "C'est `max_tokens` : la place manquait, la réponse est coupée net.",
    "stop_sequence": "C'est `stop_sequence` : le modèle a écrit une séquence que votre requête surveillait.",
    "pause_turn": "C'est `pause_turn` : la limite d'un outil serveur est atteinte, le tour n'est pas fini.",
    "refusal": "C'est `refusal` : le modèle décline, et la réponse arrive pourtant avec le statut 200.",
    "model_context_window_exceeded": "C'est `model_context_window_exceeded` : le contexte est plein.",
}
NO_STOP = "Aucun : l'API refuse (statut 4xx ou 5xx)"
WHY_NO_STOP = "Aucun : la requête est refusée, il n'y a pas de message, donc pas de motif d'arrêt."
WHY_COUNT = "Un `tool_result` par demande, tous dans le même message : {count} ici."
