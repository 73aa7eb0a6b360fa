"""The twelve definitions of TP03 q1: each one sound, then with its planted defects."""

import copy
from typing import Any, NamedTuple

Definition = dict[str, Any]


class Specimen(NamedTuple):
    sound: Definition
    planted: Definition
    codes: frozenset[str]


def _tool(name: str, description: str, required: list[str], /, **properties: Any) -> Definition:
    schema = {"type": "object", "properties": properties, "required": required}
    return {"name": name, "description": description, "input_schema": schema}


def _text(description: str, **more: Any) -> Definition:
    return {"type": "string", "description": description, **more}


def _specimen(codes: str, sound: Definition, *changes: tuple[str, Any]) -> Specimen:
    """`changes` are pairs of a dotted path and what to put there; a key with `!` is taken away."""
    planted = copy.deepcopy(sound)
    for path, value in changes:
        *steps, last = path.split(".")
        inner = planted
        for step in steps:
            inner = inner[step]
        if last.startswith("!"):
            del inner[last[1:]]
        else:
            inner[last] = value
    return Specimen(sound, planted, frozenset(codes.split()))


_P = "input_schema.properties."

SPECIMENS = (
    _specimen(
        "name",
        _tool(
            "crm_search_customer",
            "Cherche un client par son nom. À utiliser quand la demande nomme un client. Ne couvre pas les "
            "fournisseurs. Renvoie au plus 5 clients, avec leur identifiant ; liste vide si "
            "aucun nom ne convient.",
            ["name"],
            name=_text("Nom, ou début du nom."),
        ),
        ("name", "crm.search_customer"),
    ),
    _specimen(
        "schema",
        _tool(
            "get_stock",
            "Donne le stock d'un produit. À utiliser quand on demande combien il en reste. Ne couvre pas les "
            "commandes en cours. Renvoie le nombre d'unités, 0 compris ; null si le produit est inconnu.",
            ["product_id"],
            product_id=_text("Référence du produit, par exemple P-77."),
        ),
        (_P + "product_id.type", "str"),
    ),
    _specimen(
        "keyword",
        _tool(
            "get_weather",
            "Gives the current weather of a city. Use it when the user asks about the weather "
            "now. Do not use it "
            "for forecasts. Returns the temperature in °C and the sky; an error if the city is unknown.",
            ["city"],
            city=_text("City name, for example Lyon."),
            detailed={"type": "boolean", "description": "Whether wind and rain are wanted too."},
        ),
        (_P + "city", {"types": "string", "description": "City name, for example Lyon."}),
    ),
    _specimen(
        "required",
        _tool(
            "record_essay_review",
            "Enregistre l'avis donné sur un texte. À utiliser une fois le texte lu en entier. "
            "Ne corrige pas le "
            "texte. Renvoie l'identifiant de l'avis.",
            ["summary", "score"],
            summary=_text("Résumé du texte, en une phrase."),
            score={"type": "integer", "minimum": 1, "maximum": 5, "description": "Note."},
        ),
        ("input_schema.required", ["summary", "score", "counterpoint"]),
    ),
    _specimen(
        "mute",
        _tool(
            "search_articles",
            "Cherche dans la base de connaissances. À utiliser pour une question sur le mode "
            "d'emploi. Ne couvre "
            "pas les tickets. Renvoie au plus 5 articles, le plus proche d'abord ; liste vide "
            "si rien ne convient.",
            ["q"],
            q=_text("Question en langage naturel, sans opérateur."),
        ),
        (_P + "q.!description", None),
    ),
    _specimen(
        "mute",
        _tool(
            "convert_currency",
            "Convertit un montant d'une devise dans une autre, au cours du jour. À utiliser "
            "quand on demande une "
            "conversion. Ne donne pas les cours passés. Renvoie le montant converti, dans la "
            "devise demandée.",
            ["amount", "to"],
            amount={"type": "number", "description": "Montant en euros."},
            to=_text("Code ISO 4217 de la devise voulue.", pattern="^[A-Z]{3}$"),
        ),
        (_P + "to.description", "  "),
    ),
    _specimen(
        "catch-all",
        _tool(
            "get_order",
            "Lit une commande. À utiliser quand la demande porte sur une commande passée. Ne "
            "couvre pas les devis. "
            "Renvoie la vue demandée, montants en euros ; null si la commande est inconnue.",
            ["action", "order_id"],
            action=_text("La vue voulue.", enum=["get_status", "list_lines", "show_history"]),
            order_id=_text("Numéro de la commande, par exemple CO-51."),
        ),
        (_P + "action.enum", ["get_status", "list_lines", "delete_order"]),
    ),
    _specimen(
        "catch-all",
        _tool(
            "close_ticket",
            "Ferme ou annule un ticket. À utiliser quand le client dit que son problème est "
            "réglé. Ne rouvre pas "
            "un ticket. Renvoie la date de fermeture.",
            ["ticket_id", "operation"],
            ticket_id=_text("Numéro du ticket, par exemple T-901."),
            operation=_text("La suite à donner.", enum=["close_ticket", "cancel_ticket"]),
        ),
        (_P + "operation.enum", ["find_ticket", "close_ticket", "cancel_ticket"]),
    ),
    _specimen(
        "case",
        _tool(
            "create_reminder",
            "Crée un rappel. À utiliser quand on demande de noter une chose à faire. Ne crée pas de "
            "rendez-vous. Renvoie l'identifiant du rappel.",
            ["title", "level"],
            title=_text("La chose à faire, en quelques mots."),
            level={"enum": ["Haute", "Moyenne", "Basse"], "type": "string", "description": "Priorité."},
            step={"type": "integer", "enum": [1, 2, 3], "description": "Étape du projet."},
        ),
        (_P + "level.enum", ["Haute", "Moyenne", "Basse", "haute"]),
    ),
    _specimen(
        "pattern",
        _tool(
            "search_flights",
            "Cherche des vols directs. À utiliser quand on demande un vol entre deux villes. Ne "
            "couvre pas la réservation. "
            "Renvoie au plus 10 vols, prix en euros ; liste vide si aucun vol.",
            ["origin", "destination"],
            origin=_text("Code IATA de l'aéroport de départ.", pattern="^[A-Z]{3}$"),
            destination=_text("Code IATA de l'aéroport d'arrivée.", pattern="^[A-Z]{3}$"),
        ),
        (_P + "destination.pattern", "[A-Z]{3}"),
    ),
    _specimen(
        "empty",
        _tool(
            "list_appointments",
            "Liste les rendez-vous d'un médecin. À utiliser quand on demande son agenda. Ne prend pas de "
            "rendez-vous. Renvoie une liste de rendez-vous, durées en minutes ; liste vide si "
            "la journée est libre.",
            ["doctor_id"],
            doctor_id=_text("Identifiant du médecin, par exemple M-4."),
        ),
        (
            "description",
            "Cherche et liste les rendez-vous d'un médecin. À utiliser quand on demande son "
            "agenda. Ne couvre pas "
            "les congés. Renvoie la liste de tous les rendez-vous du jour, durées en minutes.",
        ),
    ),
    _specimen(
        "pattern required",
        _tool(
            "find_contract",
            "Trouve un contrat par son numéro. À utiliser quand la demande cite un numéro de "
            "contrat. Ne cherche "
            "pas dans le texte. Renvoie le contrat, montant en euros ; null si le numéro est introuvable.",
            ["contract_id"],
            contract_id=_text("Numéro du contrat, par exemple CT-2031.", pattern="^CT-[0-9]{4}$"),
        ),
        (_P + "contract_id.pattern", "^CT-[0-9]{4}"),
        ("input_schema.required", ["contract_id", "client"]),
    ),
)  # fmt: skip
