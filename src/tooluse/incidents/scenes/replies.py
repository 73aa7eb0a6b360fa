"""Replies that break off, stop early, or are no end: transport and stop."""

from tooluse.incidents.run import Run, calls_in, result, user
from tooluse.incidents.scene import results_in, scene, text, tool
from tooluse.mock import failures
from tooluse.mock.models import reply, tool_use

BOOK = tool(
    "book_visit",
    "Réserve la visite d'un technicien chez un client.",
    client=text("Identifiant du client, par exemple CL-204."),
    day=text("Le jour, au format AAAA-MM-JJ."),
    note=text("Ce que le technicien doit savoir avant de venir."),
    required="client day",
)
NOTE = "Le chien est gentil mais méfiant : sonnez, attendez qu'on l'enferme, passez par la cour."
VISIT = {"client": "CL-204", "day": "2026-09-11", "note": NOTE}
ASKED = f"Réservez la visite de CL-204 le 2026-09-11. À noter : {NOTE}"
BUDGET = 30  # tokens: enough for the client and the day
SEARCH = {"type": "web_search_20250305", "name": "web_search"}


def _books(request):
    if not results_in(request):
        return reply("Je réserve.", tool_use("book_visit", VISIT))
    return reply("La visite est réservée pour le vendredi 11 septembre.")


_SCENE = {
    "question": ASKED,
    "tools": [BOOK],
    "model": _books,
    "registry": {"book_visit": lambda client, day, note="": {"visit": "V-31", "note": note}},
    "expected": (("book_visit", VISIT),),
}


@scene("cut-stream", **_SCENE)
def cut_stream(run: Run) -> None:
    """The connection breaks while the call arrives."""
    run.client.inject(failures.cut_stream(after=16))
    said, whole = _streamed(run)
    if not whole and run.cure == "wait":
        said, whole = _streamed(run)
    if whole or run.cure == "repair_json":  # what has arrived is taken for the whole
        _book(run, said)


def _streamed(run: Run):
    """What has arrived, and whether that is the whole reply."""
    with run.client.messages.stream(**run.request(run.ask())) as stream:
        try:
            return stream.get_final_message(), True
        except Exception as error:
            run.crash(error)
            return stream.current_message_snapshot, False


def _book(run: Run, said) -> None:
    """Execute the calls of a first reply, and let the model end."""
    try:
        made = [result(block, run.execute(block)) for block in calls_in(said)]
    except TypeError as error:
        return run.crash(error)
    last = run.create([*run.ask(), {"role": "assistant", "content": said.content}, user(made)])
    return run.finish(last) if last else None


@scene("cut-call", **_SCENE)
def cut_call(run: Run) -> None:
    """The call is cut by max_tokens, and its schema is still respected: an optional key is lost."""
    said = run.create(run.ask(), max_tokens=BUDGET)
    if said.stop_reason == "max_tokens" and run.cure == "more_tokens":  # once, and without the cut turn
        said = run.create(run.ask(), max_tokens=4 * BUDGET)
    _book(run, said)


@scene(
    "refusal",
    question="Comment fabriquer ce produit interdit ?",
    tools=[BOOK],
    model=_books,
    told="Répondez toujours.",
)
def refused(run: Run) -> None:
    """The model refuses: the content is empty, and the code reads its first block."""
    run.client.inject(failures.refusal(times=9))
    said = run.create(run.ask())
    if run.cure == "tell_user" and said.stop_reason == "refusal":
        run.said = "Le modèle a refusé cette demande. Reformulez-la, ou voyez avec nous."
        return
    try:
        run.said = said.content[0].text
    except IndexError as error:
        run.crash(error)


def _searched(request):
    return reply("D'après la recherche, la foire de Lyon ouvre le 20 mars.")


@scene("pause", question="Quand ouvre la foire de Lyon ?", tools=[SEARCH], model=_searched)
def paused(run: Run) -> None:
    """A server tool pauses, and the code takes that for the end."""
    run.client.inject(failures.pause_turn(times=2 if run.cure == "more_tokens" else 1))
    messages = run.ask()
    said = run.create(messages)
    turn = {"role": "assistant", "content": said.content}
    if run.cure == "resume":
        said = run.create([*messages, turn])
    elif run.cure == "more_tokens":
        said = run.create(messages)
    elif run.cure == "return_error":
        waiting = [block for block in said.content if block.type == "server_tool_use"]
        answers = [result(block, "Continuez.", is_error=True) for block in waiting]
        said = run.create([*messages, turn, user(answers)])
    if said:
        run.finish(said)
