"""Hidden tests of TP03 q2 and q3: what the simulated model makes of a description, and a lenient rubric.

The requests are such that many honest wordings lead to the right tool; a few misses are allowed."""

import re

from tooluse.data import read_json
from tooluse.practice import Suite, fail, plain
from tooluse.practice.simulation import Heard, hear
from tooluse.rules.lint_catalogue import advise

suite = Suite("tp03")
TOOLS = read_json("tp", "tp03_tools.json")
CONTRACTS = "search_client_contracts"
FOUR, FRONTIERS, EMPTY = (
    "leçon 03, « Quatre phrases »",
    "leçon 03, « Des frontières des deux côtés »",
    "leçon 03, « Vide, introuvable, trop »",
)
STUFFED = "leçon 03, « Trop de mots »"

ON_TOPIC = (
    "Que prévoit la résiliation chez Roc ?",
    "Quelles pénalités avons-nous acceptées chez Marais ?",
    "Quel préavis doit-on respecter chez Boréal ?",
    "La reconduction chez Delta est-elle tacite ?",
    "Which penalties apply to Roc?",
    "What notice period did Marais sign?",
    "Qu'est-ce que Marais a signé avec nous ?",
    "Quelle durée d'engagement reste-t-il à Boréal ?",
    "Quels clients ont une clause de confidentialité ?",
    "Cherche les contrats qui parlent de sous-traitance.",
)
OFF_TOPIC = (
    "La facture F-118 est-elle payée ?",
    "Combien de tickets de support sont ouverts chez Roc ?",
    "Quelle est l'adresse de livraison de Marais ?",
    "Quel est le stock du produit A-12 ?",
    "Le ticket T-88 est-il clos ?",
    "Merci, c'est parfait.",
    "Envoie la commande de Roc au transporteur.",
    "Réserve une salle de réunion pour mardi.",
    "Rédige un message de remerciement pour l'équipe.",
    "Traduis « bonjour » en allemand.",
)
ENOUGH, STRAY = 7, 1

TRIGGER = re.compile(
    r"\b(?:quand|lorsqu|dès qu|si (?:l[ae']|on|une?|quelqu)|utilis|appel|employ"
    r"|sert (?:à|pour)|pour (?:les?|la|l'|une?|toute?s?|savoir|répondre|retrouver|trouver)"
    r"|when|if (?:the|an?|some|you)|use|call|for questions|answers?)",
    re.I,
)
RETURNS = re.compile(
    r"\b(?:rend|rends|rendent|renvo|retour|restitu|donn|fourni|reçoi|recoi|obt|résultat|resultat|sort|liste"
    r"|return|result|output|give|provide|list|respon|répon)",
    re.I,
)
UNIT = re.compile(r"\beuros?\b|\bEUR\b|_eur\b|€", re.I)
NOTHING = re.compile(
    r"\bvides?\b|\baucun|\brien\b|\bnull\b|\[\]|\bempty\b|\bno (?:match|result|contract)|\bnothing\b|\bnone\b"
    r"|introuvable|not found|\bzéro\b|\bzero\b|sans résultat|pas de (?:résultat|contrat|correspondance)",
    re.I,
)


def _description(student) -> str:
    text = plain(student.value("DESCRIPTION"))
    if not isinstance(text, str) or not text.strip():
        fail(None, f"`DESCRIPTION` doit être une chaîne ; elle vaut {str(text)[:60]!r}.")
    return text


def _heard(tools: list, request: str) -> Heard:
    heard = hear(tools, request)
    if heard.refusal:
        fail(None, f"l'API refuse ces définitions : {heard.refusal}")
    return heard


def _answers(student, requests: tuple[str, ...]) -> dict[str, list[str]]:
    tools = [{**TOOLS[CONTRACTS], "description": _description(student)}, *TOOLS["neighbours"]]
    return {request: _heard(tools, request).names for request in requests}


@suite.test("q2", "demandes hors sujet")
def off_topic(student):
    fired = [request for request, names in _answers(student, OFF_TOPIC).items() if CONTRACTS in names]
    if len(fired) > STRAY:
        seen = f"appelé pour {len(fired)} demandes hors sujet sur {len(OFF_TOPIC)}, dont « {fired[0]} »"
        fail("BOURRAGE", f"dans le modèle simulé, l'outil est {seen}.", STUFFED)


@suite.test("q2", "rien de plus")
def claims_no_more(student):
    """A claim to every request, or a heap of words, as `tooluse lint` tells them."""
    tools = [{**TOOLS[CONTRACTS], "description": _description(student)}, *TOOLS["neighbours"]]
    for found in advise({"tools": tools}):
        if (found.rule, found.path) == ("keyword-stuffing", "tools.0.custom.description"):
            fail("BOURRAGE", f"selon `tooluse lint` : {found.detail}", STUFFED)


@suite.test("q2", "demandes du sujet")
def on_topic(student):
    missed = [request for request, names in _answers(student, ON_TOPIC).items() if CONTRACTS not in names]
    if len(ON_TOPIC) - len(missed) < ENOUGH:
        seen = f"l'outil manque {len(missed)} demandes sur {len(ON_TOPIC)}, dont « {missed[0]} »"
        fail("DOC", f"dans le modèle simulé, {seen}.", FOUR)


@suite.test("q2", "déclencheur")
def trigger(student):
    if not TRIGGER.search(_description(student)):
        fail("DOC", "la description ne dit pas quand appeler l'outil.", FOUR)


@suite.test("q2", "voisins nommés")
def neighbours_named(student):
    text = _description(student)
    for name in ("search_invoices", "search_quotes"):
        if name not in text:
            fail("FRONTIERE", f"la description ne nomme pas `{name}` : où envoyer ces demandes ?", FRONTIERS)


@suite.test("q2", "retour et unité")
def returns(student):
    text = _description(student)
    if not RETURNS.search(text):
        fail("DOC", "la description ne dit pas ce que l'outil rend.", FOUR)
    if not UNIT.search(text):
        fail("DOC", "la description ne donne pas l'unité des montants : l'euro.", FOUR)


@suite.test("q2", "cas vide")
def empty_case(student):
    if not NOTHING.search(_description(student)):
        fail("VIDE", "la description ne dit pas ce que l'outil rend quand rien ne correspond.", EMPTY)


SIGNED, PROPOSED = "search_contracts", "search_quotes"
NEAR = (
    ("Qu'est-ce que Boréal a signé l'an dernier ?", SIGNED),
    ("Quelles clauses engagent Marais ?", SIGNED),
    ("Which signed agreements expire this year?", SIGNED),
    ("Quelle est la durée d'engagement de Roc ?", SIGNED),
    ("Quel préavis figure au contrat de Delta ?", SIGNED),
    ("Que dit le contrat signé par Roc ?", SIGNED),
    ("Quelles propositions attendent encore une réponse de Marais ?", PROPOSED),
    ("Combien avons-nous proposé à Delta ?", PROPOSED),
    ("Which quotes did Roc receive?", PROPOSED),
    ("Quel est le montant du devis de Boréal ?", PROPOSED),
    ("Quelles offres sont en attente chez Roc ?", PROPOSED),
    ("Quel prix avons-nous proposé à Marais dans le devis ?", PROPOSED),
)
RIGHT = 8


def _pair(student) -> dict[str, str]:
    pair = plain(student.value("PAIR"))
    if not isinstance(pair, dict) or set(pair) != {SIGNED, PROPOSED}:
        fail(None, f"`PAIR` doit avoir deux clés, `{SIGNED}` et `{PROPOSED}` : {str(pair)[:80]}.")
    if not all(isinstance(text, str) and text.strip() for text in pair.values()):
        fail(None, "`PAIR` doit associer une chaîne à chaque outil.")
    return pair


@suite.test("q3", "frontière des contrats")
def contracts_frontier(student):
    _names(_pair(student), SIGNED, PROPOSED)


@suite.test("q3", "frontière des devis")
def quotes_frontier(student):
    _names(_pair(student), PROPOSED, SIGNED)


def _names(pair: dict[str, str], tool: str, other: str) -> None:
    if other not in pair[tool]:
        fail("FRONTIERE", f"la description de `{tool}` ne nomme pas `{other}`.", FRONTIERS)


@suite.test("q3", "demandes proches")
def near_requests(student):
    pair, schema = _pair(student), TOOLS[CONTRACTS]["input_schema"]
    if pair[SIGNED].split() == pair[PROPOSED].split():
        fail("FRONTIERE", "les deux outils ont la même description : rien ne les sépare.", FRONTIERS)
    tools = [{"name": name, "description": text, "input_schema": schema} for name, text in pair.items()]
    wrong = [
        (request, names) for request, right in NEAR if (names := _heard(tools, request).names) != [right]
    ]
    if len(NEAR) - len(wrong) < RIGHT:
        request, names = wrong[0]
        told = " et ".join(f"`{name}`" for name in names) or "aucun outil"
        seen = f"{len(wrong)} demandes sur {len(NEAR)} vont mal : « {request} » appelle {told}"
        fail("FRONTIERE", f"dans le modèle simulé, {seen}.", FRONTIERS)
