"""Hidden tests of TP03 q1: each of nine defects is found where it was planted, and nowhere else."""

from autograder.hidden._tp03_specimens import SPECIMENS
from tooluse.practice import Suite, fail, plain

suite = Suite("tp03")
DEFINITIONS = [case for one in SPECIMENS for case in ((one.planted, one.codes), (one.sound, frozenset()))]
_SOUND = next(one.sound for one in SPECIMENS if "name" in one.codes)
# Names that a test for dots alone would let through, and one that is just long enough.
DEFINITIONS += [
    ({**_SOUND, "name": name}, frozenset({"name"})) for name in ("crm client", "crm_fiché", "c" * 129)
]
DEFINITIONS += [({**_SOUND, "name": "CRM-client_" + "c" * 117}, frozenset())]
NAMES = {  # in the order in which a learner should hear of them
    "keyword": ("mot-clé inconnu", "ACCEPTE"),
    "required": ("requis sans propriété", "ACCEPTE"),
    "schema": ("schéma refusé", "ACCEPTE"),
    "name": ("nom permis", "LACHE"),
    "mute": ("propriété muette", "DOC"),
    "catch-all": ("lire et écrire", "RISQUE"),
    "case": ("casse d'un enum", "LACHE"),
    "pattern": ("motif ancré", "LACHE"),
    "empty": ("cas vide", "VIDE"),
}
LOOK = {
    "ACCEPTE": "leçon 03, « Ce que l'API accepte »",
    "LACHE": "leçon 03, « Contraindre par le schéma »",
    "DOC": "leçon 03, « Quatre phrases »",
    "RISQUE": "leçon 03, « Cinq principes »",
    "VIDE": "leçon 03, « Vide, introuvable, trop »",
}


def _check(student, wanted: str, code: str) -> None:
    for definition, planted in DEFINITIONS:
        outcome = student.call("defects", definition)
        about = f"définition `{definition['name']}`"
        if outcome.exception:
            raised = f"{about} : `defects` a levé {outcome.exception}."
            if wanted in planted:
                fail(code, raised, LOOK[code])
            if not planted:
                fail(None, raised)
            continue
        found = _codes(plain(outcome.value), about)
        if wanted in planted and wanted not in found:
            told = ", ".join(sorted(found)) or "aucun"
            fail(code, f"{about} : le défaut `{wanted}` n'est pas trouvé (rendu : {told}).", LOOK[code])
        if wanted in found and wanted not in planted:
            fail(code, f"{about} : fausse alerte, elle n'a pas le défaut `{wanted}`.", LOOK[code])


def _codes(found: object, about: str) -> set[str]:
    if not isinstance(found, list | set | frozenset) or not all(isinstance(one, str) for one in found):
        fail(None, f"{about} : attendu une liste de codes ; rendu : {str(found)[:80]}.")
    return set(found)


def _register(wanted: str, name: str, code: str) -> None:
    @suite.test("q1", name)
    def one_defect(student):
        _check(student, wanted, code)


for _wanted, (_name, _code) in NAMES.items():
    _register(_wanted, _name, _code)
