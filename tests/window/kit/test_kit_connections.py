from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from editor_app.window.kit.work.connections import Connections


class Thing(QObject):
    changed = Signal(int)
    told = Signal(int)


def test_links_end_together_and_can_be_made_again():
    thing, heard = Thing(), []
    thing.told.connect(lambda number: heard.append(("told", number)))
    links = Connections()
    links.add(thing.changed, heard.append, thing.told)
    thing.changed.emit(1)
    assert heard == [1, ("told", 1)]
    links.end()
    thing.changed.emit(2)
    assert heard == [1, ("told", 1)]
    links.add(thing.changed, heard.append)
    thing.changed.emit(3)
    assert heard[-1] == 3


def test_links_to_what_was_deleted_have_ended(qtbot):
    thing, links = Thing(), Connections()
    links.add(thing.changed, lambda _number: None)
    with qtbot.waitSignal(thing.destroyed):
        thing.deleteLater()
    links.end()
