"""The view of masks: what it shows of a text, of a cut, of −5, of a schema that is none."""

from tooluse.experiments import smollm2
from tooluse.widgets import masks


def said(parts) -> str:
    return "".join(content for _, content in parts).replace("\u00a0", " ")


def lines(view) -> str:
    return " ".join(map(said, view.report["result"]["lines"]))


def test_it_shows_a_valid_text_and_asks_whether_it_is_true():
    view = masks()
    assert "Le schéma est respecté. Est-ce vrai ?" in lines(view)
    assert '"contract":null' in view.report["result"]["text"]
    first = view.report["steps"][0]
    assert first["allowed"].replace("\u00a0", " ") == "Permis : 1 token sur 257" and first["refused"]
    forbidden = next(row for row in first["rows"] if not row["allowed"])
    assert forbidden["hard"] == "0" and forbidden["soft"] != "0" and forbidden["word"] == "interdit"


def test_a_cut_text_says_what_the_api_would_say():
    view = masks(cut=20)
    assert "max_tokens" in lines(view) and "Ce n'est pas du JSON." in lines(view)


def test_with_five_less_it_leaves_the_grammar():
    view = masks(kind="soft")
    assert "sorti de la grammaire" in lines(view) and len(view.report["steps"]) == 1


def test_what_is_asked_again_starts_at_a_step_that_exists():
    view = masks()
    view.position = 70
    view.cut = 5
    view.run += 1
    assert view.position == 4


def test_a_schema_that_is_none_is_told_and_nothing_is_written():
    for text, words in (("{", "Ligne 1"), ("[1]", "objet JSON"), ({"not": {}}, "llguidance"), ("", "JSON")):
        view = masks(text)
        assert view.report["steps"] == [] and words in said(view.report["problem"])
        assert "✗" in view.fallback()


def test_the_recorded_run_of_the_real_model_needs_no_model(monkeypatch):
    monkeypatch.setattr(smollm2, "missing", lambda: "Il manque tout.")
    view = masks(source="smollm2", scene="contract")
    assert "CT-1231" in view.report["result"]["text"] and said(view.report["notes"][0]) == "Enregistré."
    view.schema = '{"type": "object"}'
    view.run += 1
    assert "n'est pas celui de l'enregistrement" in said(view.report["problem"])


def test_an_edited_schema_runs_the_real_model_where_it_is(monkeypatch):
    from tooluse.widgets import mask_view

    view = masks(source="smollm2", scene="contract")
    told = dict(mask_view.recorded.trial("contract"), free="live")
    monkeypatch.setattr(smollm2, "missing", lambda: None)
    monkeypatch.setattr(mask_view, "_live", lambda scene, schema: told)
    view.schema = '{"type": "object", "properties": {}}'
    view.run += 1
    assert said(view.report["notes"][0]) == "Calculé sur cette machine."


def test_the_fallback_holds_the_text_and_the_steps_that_matter():
    html = masks().fallback()
    assert "je ne sais pas" in html and "Après −∞" in html and len(html) < 20_000
    assert "<script" not in html and "style=" not in html
    assert "&lt;img" in masks(wish="<img src=x onerror=alert(1)>").fallback()


def test_what_is_forbidden_and_written_all_the_same_is_told():
    soft, none, hard = (masks(kind=kind).report["steps"][0] for kind in ("soft", "none", "hard"))
    assert (
        soft["forbidden"] == none["forbidden"] == "interdit, et écrit quand même" and hard["forbidden"] == ""
    )
    assert "retirerait" in none["removed"] and "retirée" in hard["removed"]
    assert "Essayez 5 ou 6" in lines(masks(kind="soft")) and "Essayez" not in lines(masks(kind="none"))
