"""What all views share: front-end files, and something to read when the kernel is gone.

No widget state is stored, and JupyterLab prefers a widget to its HTML: a notebook opened the next day would
show an English error. So a view is displayed as two outputs, the widget and its fallback; the style of the
second (frozen.css) shows whichever of the two has something to say. Where styles are stripped no widget is
shown either, and the fallback is read there.
"""

from html import escape
from pathlib import Path
from typing import Any

import anywidget

from tooluse.widgets.html import details
from tooluse.widgets.labels import label

_HERE = Path(__file__).parent


def assets(*names: str) -> str:
    """Front-end files joined into one: anywidget takes a single module, and there is no build step."""
    return "\n".join((_HERE / name).read_text(encoding="utf-8") for name in names)


class View(anywidget.AnyWidget):
    """A widget that can also be read without a kernel."""

    def summary(self) -> str:
        """The view as plain text."""
        raise NotImplementedError(f"{type(self).__name__} has no summary")

    def fallback(self) -> str:
        """The view as plain HTML."""
        raise NotImplementedError(f"{type(self).__name__} has no fallback")

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict, dict]:
        data, metadata = super()._repr_mimebundle_(**kwargs)
        return {**data, "text/plain": self.summary(), "text/html": self.fallback()}, metadata

    def _ipython_display_(self, **_: Any) -> None:
        from IPython.display import publish_display_data

        # close() takes the method away: then there is nothing left but the fallback.
        data, metadata = self._repr_mimebundle_() if self._repr_mimebundle_ else ({}, {})
        fallback = data.pop("text/html", None) or self.fallback()
        if data:
            publish_display_data(data, metadata)
        publish_display_data({"text/plain": label("frozen"), "text/html": frozen(fallback)})


def frozen(fallback: str) -> str:
    """The second output: one line, and the fallback folded beneath it."""
    folded = details(escape(label("frozen")), fallback)
    return f'<style>{assets("frozen.css")}</style><div class="tu-frozen">{folded}</div>'
