"""What opening a chat of a thousand messages and typing in it cost in the whole window.

The costs are times of the processor, so that other programs beside this one count less.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic, process_time, sleep

from measure import Row

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
MESSAGES = 1_000
TENTH = 0.1
ROUNDS = 60
PAUSE = 1.0  # seconds
CONVERSATION = "conversation"
PARAGRAPH = "The test `checkout` fails since yesterday; here is what it prints. " * 30  # 2 KB
TEXT = "; role: {role}\n\n\n" + PARAGRAPH + "\n\\```python\nprint({number})\n\\```\n"


def rows() -> Iterator[Row]:
    """Open a chat in both views, and type into a message of it and into the same message alone."""
    from PySide6.QtWidgets import QApplication

    app = QApplication.instance() or QApplication(["benchmarks"])
    assert isinstance(app, QApplication)
    with TemporaryDirectory() as place:
        yield from _rows(app, Path(place))


def _rows(app, place: Path) -> Iterator[Row]:
    from editor_app.window.startup.running import collect_garbage_seldom

    many, one = place / "many", place / "one"
    _write_chat(many / "chats" / "long", MESSAGES)
    _write_chat(one / "chats" / "short", 1)
    _write_chat(many / "chats" / "first", 2)
    first = many / "chats" / "first" / "1.md"
    short = one / "chats" / "short" / "1.md"
    middle = many / "chats" / "long" / f"{MESSAGES // 2 + 1}.md"
    collect_garbage_seldom()
    with _window(many) as long_window, _window(one) as short_window:
        _settled(app)
        size = f"{MESSAGES:,} messages"
        yield _limit("load what chats need ahead", "in pieces", max(_pieces(long_window)))
        loading = _longest(app, partial(_open, long_window, first))
        yield _limit("open the first chat of a session", "2 messages", loading)
        yield _limit("open", size, _longest(app, partial(_open, long_window, middle)))
        assert long_window.workbench.current.perspective.current.request is not None
        _open(short_window, short)
        _settled(app)
        yield from _keys(app, long_window, short_window, size, "Message")
        yield _limit("turn to Conversation", size, _longest(app, partial(_show_conversation, long_window)))
        _show_conversation(short_window)
        _settled(app)
        yield from _keys(app, long_window, short_window, size, "Conversation")
        yield from _keys_beside_other_views(app, long_window, size)
        other = middle.with_name("900.md")
        yield _limit("go to another message", size, _longest(app, partial(_open, long_window, other)))
    with _window(many) as again:
        _open(again, first)
        _settled(app)
        yield _limit(
            "open in Conversation", size, _longest(app, partial(_open_in_conversation, again, middle))
        )


def _pieces(driver) -> Iterator[float]:
    """Load the perspectives of the library ahead, as the program does; yield how long each piece takes."""
    workbench = driver.workbench
    work = workbench.perspectives.load_ahead(file.kind for file in workbench.library.index.files)
    while True:
        started = process_time()
        if next(work, work) is work:
            return
        yield process_time() - started


def _limit(work: str, size: str, seconds: float) -> Row:
    return Row(f"{work}, longest block", size, seconds, "a tenth of a second", TENTH, 1.0)


def _keys(app, long_window, short_window, size: str, view: str) -> Iterator[Row]:
    """Type into both windows in turn, then see what is done in the pause behind a key."""
    found: list[tuple[float, float]] = []
    for _ in range(ROUNDS):
        ours, theirs = (_timed(app, partial(_type, one)) for one in (long_window, short_window))
        found.append((ours, theirs))
    ours, theirs = (median(times) for times in zip(*found, strict=True))
    yield Row(f"key in {view}", size, ours, "the same message alone", theirs, 1.2)
    yield _limit(f"key in {view} and the pause", size, _longest(app, partial(_type, long_window)))


def _keys_beside_other_views(app, driver, size: str) -> Iterator[Row]:
    """Type while the whole body is shown, and while it is compared with the one before."""
    perspective = driver.workbench.current.perspective
    perspective.panels.request.choose_view("raw")
    _settled(app)
    yield _limit("key beside Raw and the pause", size, _longest(app, partial(_type, driver)))
    perspective.request_commands.copy("json")
    perspective.request_commands.compare("last-copy")
    _settled(app)
    yield _limit("key beside a comparison and the pause", size, _longest(app, partial(_type, driver)))
    perspective.panels.request.choose_view("structure")


def _window(library: Path):
    from editor_app.clock import local_now
    from editor_app.window.driver import open_window

    (library / "a.md").write_text("A prompt, so that no chat is in front at first.\n")
    return open_window(
        library,
        files=["a.md"],
        state_dir=library.parent / f"{library.name}-state",
        config_dir=library.parent / f"{library.name}-config",
        clock=local_now,
    )


def _open(driver, path: Path) -> None:
    driver.open(path)


def _open_in_conversation(driver, path: Path) -> None:
    _open(driver, path)
    _show_conversation(driver)


def _show_conversation(driver) -> None:
    document = driver.file.document
    driver.workbench.tabs.show_view(document, CONVERSATION)
    driver.workbench.tabs.view_chosen.emit(document, CONVERSATION)
    assert driver.workbench.current.perspective.current.shows_conversation


def _type(driver) -> None:
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    QTest.keyClick(driver.editor, Qt.Key.Key_X)


def _write_chat(folder: Path, messages: int) -> None:
    folder.mkdir(parents=True)
    for number in range(1, messages + 1):
        role = "user" if number % 2 else "assistant"
        (folder / f"{number}.md").write_text(TEXT.format(role=role, number=number))


def _timed(app, run) -> float:
    started = process_time()
    run()
    app.processEvents()
    return process_time() - started


def _longest(app, run) -> float:
    """Return the longest that the window is held up by `run` and by what follows it."""
    found, ends = [_timed(app, run)], monotonic() + PAUSE
    while monotonic() < ends:
        found.append(_timed(app, lambda: sleep(0.002)))
    return max(found)


def _settled(app) -> None:
    ends = monotonic() + PAUSE
    while monotonic() < ends:
        app.processEvents()
        sleep(0.005)
