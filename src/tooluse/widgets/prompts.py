"""What is asked before a step is shown, in French: prompts, choices, and why each choice is right or wrong.

Backticks mark the API's own words. Ordinary spaces are typed: prose.segments() puts in the others.
"""

PROMPTS = {
    "who": "Qui agit à l'étape {number} ?",
    "first_role": "Quel rôle aura le dernier message de cette requête ?",
    "tools": "Où le modèle lira-t-il la définition de vos outils ?",
    "memory": "Avant de lire cette requête, de quoi le modèle se souvient-il ?",
    "executes": "Le modèle a demandé `{name}`. Qui l'exécute ?",
    "sees": "Pendant que `{name}` s'exécute, que voit le modèle ?",
    "count": "Combien de blocs `tool_result` le message suivant doit-il porter ?",
    "role": "Le message suivant porte les résultats. Quel rôle aura-t-il ?",
    "resends": "Outre les résultats, que porte la requête suivante ?",
    "stop": "Quel `stop_reason` portera la réponse ?",
}

WHO = {"code": "Votre code", "model": "Le modèle", "api": "L'API, sans passer par le modèle"}
NO_STOP = "Aucun : l'API refuse (statut 4xx ou 5xx)"
CHOICES = {
    "who": WHO,
    "executes": WHO,
    "first_role": {"user": "`user`", "assistant": "`assistant`", "system": "`system`"},
    "role": {"tool": "`tool`", "user": "`user`", "assistant": "`assistant`"},
    "tools": {
        "python": "Dans votre code Python",
        "request": "Dans cette requête",
        "server": "Dans un registre de l'API",
    },
    "memory": {"last": "De votre requête précédente", "nothing": "De rien", "user": "De vos conversations"},
    "sees": {
        "lines": "Le code qui s'exécute",
        "value": "La valeur, dès qu'elle est rendue",
        "nothing": "Rien",
    },
    "resends": {"nothing": "Rien de plus", "question": "La question de départ", "all": "Tout l'historique"},
}

# Questions whose answer is always the same.
ANSWERS = {
    "first_role": "user",
    "role": "user",
    "tools": "request",
    "memory": "nothing",
    "sees": "nothing",
    "resends": "all",
}
REASONS = {
    "first_role": {
        "user": "C'est `user` : vu du modèle, tout ce qui vient de votre côté porte ce rôle.",
        "assistant": "`assistant` est la voix du modèle ; la question, elle, vient de votre côté.",
        "system": "`system` donne une consigne ; la question posée au modèle porte le rôle `user`.",
    },
    "role": {
        "user": "C'est `user` : ce qui vient de votre côté porte ce rôle, résultats compris.",
        "tool": "Cette API n'a pas de rôle `tool` : un résultat est un bloc dans un message `user`.",
        "assistant": "`assistant` est la voix du modèle : il a demandé, il ne se répond pas lui-même.",
    },
    "tools": {
        "request": "Dans le champ `tools`, joint à chaque requête : le modèle n'a que cela pour choisir.",
        "python": "Le modèle ne voit jamais votre code : il ne lit que la requête.",
        "server": "L'API n'enregistre pas vos outils : il faut les lui redonner à chaque requête.",
    },
    "memory": {
        "nothing": "De rien : tout ce que le modèle doit savoir tient dans la requête.",
        "last": "L'API oublie chaque requête dès qu'elle y a répondu : vous renvoyez ce qui doit rester.",
        "user": "L'API ne garde aucune conversation : une application qui « se souvient » renvoie tout.",
    },
    "sees": {
        "nothing": "Rien : son tour est fini ; il ne saura que ce que votre `tool_result` lui dira.",
        "lines": "Votre fonction tourne dans votre programme, que le modèle ne voit pas.",
        "value": "Une valeur rendue reste chez vous tant que votre code ne l'envoie pas.",
    },
    "resends": {
        "all": "Tout l'historique repart : la question, la demande du modèle, puis vos résultats.",
        "nothing": "Un `tool_result` sans la demande du modèle devant lui est refusé par l'API.",
        "question": "Il manquerait la demande du modèle, dont chaque `tool_result` reprend l'`id`.",
    },
}

# "who" and "executes": kind of step -> who was named -> why.
_HOME = {
    "model": "Le modèle n'atteint pas vos fonctions : il écrit une demande, rien de plus.",
    "api": "L'API porte la demande jusqu'à vous ; vos fonctions, elle ne les connaît pas.",
}
REASONS_WHO = {
    "request": {
        "code": "Votre code parle en premier : le modèle ne sait que ce que vous lui envoyez.",
        "model": "Le modèle n'ouvre jamais l'échange : il répond à une requête.",
        "api": "L'API n'appelle personne : elle attend votre requête.",
    },
    "reply": {
        "model": "Le modèle répond, et s'arrête là : il ne peut que répondre ou demander.",
        "code": "Votre code a envoyé sa requête : il attend la réponse.",
        "api": "La requête est acceptée : l'API la passe au modèle, et c'est lui qui répond.",
    },
    "error": {
        "api": "L'API renvoie une erreur : aucune réponse du modèle n'arrive.",
        "code": "Votre code a envoyé sa requête : il attend ce qui reviendra.",
        "model": "Un modèle ne renvoie pas d'erreur HTTP : celle-ci vient de l'API.",
    },
    "silence": {
        "api": "Rien n'est revenu : c'était à l'API de répondre.",
        "code": "Votre code a envoyé sa requête : il attend ce qui reviendra.",
        "model": "Aucune réponse du modèle n'a été enregistrée.",
    },
    "execution": {
        "code": "Votre code exécute : un bloc `tool_use` est une demande, pas une action.",
        **_HOME,
    },
    "unanswered": {
        "code": "Votre code doit exécuter : un bloc `tool_use` est une demande, pas une action.",
        **_HOME,
    },
}

# What each stop_reason says of the model; what the code must do about it stands in story.STOPS.
WHY_STOP = {
    "tool_use": "le modèle attend le résultat de sa demande avant de poursuivre.",
    "end_turn": "le modèle a dit tout ce qu'il avait à dire.",
    "max_tokens": "la place manquait, la réponse est coupée net.",
    "stop_sequence": "le modèle a écrit une séquence que votre requête surveillait.",
    "pause_turn": "la limite d'un outil serveur est atteinte, le tour n'est pas fini.",
    "refusal": "le modèle décline, et la réponse arrive pourtant avec le statut 200.",
    "model_context_window_exceeded": "le contexte est plein.",
}
IS_STOP = "C'est `{stop}` : {why}"
NOT_STOP = "Ce motif dirait autre chose : {why}"
REFUSED = "Aucun : la requête est refusée, il n'y a pas de message, donc pas de motif d'arrêt."
NOT_REFUSED = "L'API a accepté la requête : un message est venu, et tout message porte un motif d'arrêt."
STOP_OF_NOTHING = "`{stop}` se lit dans un message du modèle : ici l'API refuse, il n'y en a pas."

# "count": too few, as many, too many.
COUNTS = {
    "right": "Un `tool_result` par demande, tous dans le même message : {count} ici.",
    "less": "Il en manquerait : une demande laissée sans `tool_result` fait refuser la requête.",
    "more": "Il y en aurait trop : chaque `tool_result` reprend l'`id` d'une demande, et d'une seule.",
}
