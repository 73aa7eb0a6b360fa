"""French words of the views: all that a learner reads in them stands here.

Ordinary spaces are typed; typeset() puts in the others. A counter such as {lines} comes with its noun.
"""

from typing import Any

from tooluse.french import typeset
from tooluse.widgets import words, words_grid, words_incidents, words_masks, words_modes

_LABELS: dict[str, str] = {
    # a view without its kernel
    "frozen": "Vue figée ? Réexécutez cette cellule, ou dépliez ici sa version sans noyau.",
    # questions
    "prediction": "Prédiction",
    "quiz": "Trois questions pour finir",
    "quiz_any": "Questions pour finir",
    "question_of": "Question {number} sur {total}",
    "validate": "Valider",
    "retry": "Valider à nouveau",
    "choose_first": "Choisissez d'abord une réponse.",
    "right": "Juste",
    "wrong": "Pas encore",
    "score": "Score : {score} sur {total} du premier coup.",
    "score_partial": "Répondu : {done} sur {total}. Validez les autres pour voir votre score.",
    "false": "Faux",
    "reveal": "Répondez d'abord, puis dépliez : les explications",
    "unknown_prediction": "Pas de prédiction « {key} ». Prédictions de cette leçon : {known}.",
    "unknown_lesson": "Pas de questions pour la leçon « {lesson} ». Leçons qui en ont : {known}.",
    "no_quiz": "La leçon « {lesson} » n'a pas de questions finales.",
    "none": "aucune",
    # the flow debugger's frame
    "flow": "Débogueur de flux",
    "empty": "Aucun échange à montrer. Lancez d'abord la cellule qui appelle le modèle, puis celle-ci.",
    "bad_source": "flow() attend un client, client.calls, un échange enregistré ou une liste de messages ; "
    "reçu : {kind}.",
    "code": "votre code",
    "model": "modèle",
    "api": "API",
    "previous": "Précédent",
    "next": "Suivant",
    "play": "Lecture",
    "pause": "Pause",
    "play_off": "Lecture automatique coupée : votre système demande moins de mouvement.",
    "ask": "Prédictions",
    "step_of": "Étape {number} sur {total}",
    "turn_of": "tour {turn} sur {turns}",
    "conversation": "conversation {number}",
    "diagram": "Les étapes, de haut en bas",
    "later": "étape {number}",
    "ask_title": "Avant de voir l'étape {number}",
    "skip": "Passer",
    "skipped": "Passée sans prédiction.",
    "answered": "Prédictions justes : {right} sur {total}.",
    "insist": "Répondez, ou appuyez encore sur Suivant (touche →) pour passer.",
    "waiting": "Lecture en attente : répondez, ou appuyez sur Suivant (touche →) pour passer.",
    "keys": "Clavier : ← et → changent d'étape ; Début et Fin vont aux extrémités.",
    "keys_ask": "Clavier : 1 à {count} pour répondre, ou ↓ ↑ puis Entrée ; → deux fois pour passer.",
    "hidden": "Comptages de tokens, non montrés : {count}.",
    "phases": "Cycle de vie",
    "absent": "n'a pas lieu ici",
    "phase_1": "1 requête",
    "phase_2": "2 demande",
    "phase_3": "3 exécution",
    "phase_4": "4 résultats",
    "phase_5": "5 réponse",
    # the JSON of a step
    "request_json": "Requête · POST /v1/messages",
    "request_rebuilt": "Requête, reconstruite depuis l'historique",
    "reply_json": "Réponse · statut {status}",
    "reply_streamed": "Réponse · statut {status}, reçue en flux et réassemblée",
    "reply_rebuilt": "Réponse, reconstruite depuis l'historique",
    "new": "nouveau",
    "changed": "modifié",
    "removed": "Retiré depuis la requête précédente : {paths}.",
    "retried": "Nouvel essai, après l'échec de la requête précédente.",
    "same": "Rien de nouveau : la même requête que la précédente.",
    "fold": "{name} : inchangé ({lines})",
    "fold_message": "message {first} : déjà envoyé ({lines})",
    "fold_messages": "messages {first} à {last} : déjà envoyés ({lines})",
    # calls
    "call": "appel",
    "result": "résultat",
    "done": "exécuté",
    "error": "a échoué, rendu avec is_error",
    "missing": "sans tool_result dans la requête suivante",
    "pending": "pas encore exécuté",
    # violations
    "violation_error": "erreur",
    "violation_warning": "à améliorer",
    "noted_one": "1 remarque sur cette requête, à sa place dans le JSON.",
    "noted_many": "{count} remarques sur cette requête, chacune à sa place dans le JSON.",
    "remedy": "Remède",
    "lesson": "leçon {lesson}",
    # the HTML fallback's columns
    "column_step": "Étape",
    "column_who": "Qui",
    "column_what": "Ce qui se passe",
    "trace": "Trace complète : {steps}.",
    "column_stop": "Motif d'arrêt",
    # the views about tool definitions
    **words.BENCH,
    **words.VALIDATOR,
    **words.REASONS,
    **words.EVIDENCE,
    **words.PLACES,
    **words.ACTS,
    **words.KINDS,
    **words.SOURCES,
    **words.COMPARISON,
    **words_grid.GRID,
    **words_incidents.INCIDENTS,
    **words_masks.MASKS,
    **words_modes.MODES,
}

_PLURALS = {
    "tool": ("outil", "outils"),
    "line": ("ligne", "lignes"),
    "step": ("étape", "étapes"),
    "error": ("erreur", "erreurs"),
    "warning": ("reproche", "reproches"),
    "token": ("token", "tokens"),
}


def label(key: str, /, **fields: Any) -> str:
    """The French text of `key`, typeset, its {fields} filled in."""
    return typeset(_LABELS[key]).format(**fields)


def known(key: str) -> bool:
    """Whether there is such a label: words of a model may be new."""
    return key in _LABELS


def counted(number: int, noun: str) -> str:
    """ "1 outil", "2 outils": French says « 0 outil »."""
    return f"{number}\u00a0{_PLURALS[noun][number > 1]}"


def labels(*keys: str) -> dict[str, str]:
    """Several texts, their fields still to be filled: what a front end needs."""
    return {key: typeset(_LABELS[key]) for key in keys}
