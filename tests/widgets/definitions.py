"""Sample tool definitions: a thin and a rich catalogue of the same trade, and requests for both."""

from typing import Any

THIN = [
    {
        "name": "search",
        "description": "Recherche.",
        "input_schema": {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]},
    },
    {
        "name": "quotes",
        "description": "Devis.",
        "input_schema": {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]},
    },
]
RICH = [
    {
        "name": "search_client_contracts",
        "description": "Cherche les contrats signés d'un client. À utiliser quand on demande un contrat, "
        "son échéance ou son montant. Ne couvre pas les devis. "
        "Rend une liste de contrats, montants en euros ; liste vide si aucun.",
        "input_schema": {
            "type": "object",
            "properties": {
                "client": {"type": "string", "description": "Nom du client."},
                "status": {"type": "string", "enum": ["actif", "expiré"], "description": "État du contrat."},
            },
            "required": ["client"],
        },
    },
    {
        "name": "search_quotes",
        "description": "Cherche les devis d'un client. À utiliser quand on demande un devis. "
        "Ne couvre pas les contrats signés. Rend une liste de devis ; liste vide si aucun.",
        "input_schema": {
            "type": "object",
            "properties": {"client": {"type": "string", "description": "Nom du client."}},
            "required": ["client"],
        },
    },
]
CONTRACTS, QUOTES = ("search", "search_client_contracts"), ("quotes", "search_quotes")
REQUESTS = [
    ("Quels contrats actifs a la société Durand ?", CONTRACTS),
    ("Montre-moi le dernier devis de Martin", QUOTES),
    ("Quand expire le contrat de Leroy ?", CONTRACTS),
    ("Cherche les devis envoyés à Petit", QUOTES),
    ("Quel temps fait-il à Lyon ?", None),
    ("Merci, bonne journée !", None),
]


def told(text: str, tools: list[dict] = RICH) -> dict[str, Any]:
    """The explanation of the simulated model for one request."""
    from tooluse.mock.models import SimulatedModel

    request = {
        "model": "m",
        "max_tokens": 100,
        "tools": tools,
        "messages": [{"role": "user", "content": text}],
    }
    return SimulatedModel().answer(request).explanation
