"""What axe-core finds in views: its rules on names, roles, contrast, focus, tables. Nothing is fetched."""

from axe_playwright_python.sync_playwright import Axe

# Rules about whole pages: the page is JupyterLab's.
_PAGE_RULES = (
    "region",
    "page-has-heading-one",
    "landmark-one-main",
    "bypass",
    "document-title",
    "html-has-lang",
)
# Contrast is judged only where something is on the screen, and not cut off: JupyterLab's body is 0 high.
_TALL = {"width": 1280, "height": 9000}
_WHOLE = "() => { document.body.style.height = '100vh'; }"


def faults(page, selector: str) -> list[str]:
    """One line a fault: the rule, what it says, the element. What axe could not judge counts."""
    options = {"rules": {rule: {"enabled": False} for rule in _PAGE_RULES}}
    usual = page.viewport_size
    page.set_viewport_size(_TALL)
    page.evaluate(_WHOLE)
    page.wait_for_timeout(500)
    found = Axe().run(page, context=selector, options=options).response
    page.set_viewport_size(usual)
    judged = {rule["id"]: len(rule["nodes"]) for rule in found["passes"]}
    assert judged.get("color-contrast", 0) > 20, f"axe saw too little of {selector}: {judged}"
    return [
        f"{fault['id']} ({fault['impact']}): {fault['help']}: {node['html'][:160]}"
        for fault in (*found["violations"], *found["incomplete"])
        for node in fault["nodes"]
        if not _unjudged(node)
    ]


# Signs beside a word, text on the lifelines of the flow (test_views.py measures it), a lone digit.
_UNJUDGED = {"nonBmp", "bgGradient", "shortTextContent"}


def _unjudged(node) -> bool:
    """Whether axe could not tell the contrast, for a reason that is known here."""
    return any((check.get("data") or {}).get("messageKey") in _UNJUDGED for check in node["any"])
