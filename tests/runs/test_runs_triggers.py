"""When triggers fire, in which order, and what they say."""

from __future__ import annotations

from decimal import Decimal

import pytest

from editor_app.runs.model.records import Figures, Situation, UncountedTokens
from editor_app.runs.model.scenario import Recovery, Todo, TriggerEntry
from editor_app.runs.model.session import Level, Rearm, Signal
from editor_app.runs.triggers.built_in import BUILT_IN, RUN_CATALOG, run_values, todo_lines, trigger_set
from editor_app.runs.triggers.checking import Memory, check_triggers, try_trigger

TODOS = (Todo("Write the parser", "in_progress"), Todo("Read", "completed"), Todo("Test it", "pending"))


def _trigger(signal, at=None, **more):
    entry = TriggerEntry("t", signal=signal, at=None if at is None else Decimal(at), text="x", **more)
    return trigger_set([entry], built_in=()).triggers


def _fires(triggers, situation, memory=None, check=Level.BOTH, **more):
    made = check_triggers(triggers, situation, memory or Memory(), check=check, **more)
    return [one.trigger for one in made.fired]


def _context(tokens, limit=1000):
    return Situation(Figures(tokens, limit))


HOLDS = [
    ("context", "80", _context(800), _context(799)),
    ("context", "33.3", _context(333), _context(332)),
    ("context", "100", _context(1000), _context(None)),
    ("context", "0.1", _context(1), _context(1, None)),
    (
        "cpu",
        "29",
        Situation(Figures(cpu=Decimal("0.29"))),
        Situation(Figures(cpu=Decimal("0.2899999999999999999999"))),
    ),
    ("memory", "80", Situation(Figures(memory=Decimal("0.8"))), Situation(Figures(cpu=Decimal(1)))),
    ("first-message", None, Situation(user_messages=0), Situation(user_messages=1)),
    ("compaction", None, Situation(is_compacted=True), Situation()),
    ("steps", "5", Situation(turn_steps=5), Situation(turn_steps=4)),
    ("steps-left", "5", Situation(steps_left=5), Situation(steps_left=6)),
    ("tool-unused", "3", Situation(turn_steps=3), Situation(turn_steps=2)),
    (
        "tool-unused",
        "3",
        Situation(turn_steps=5, last_calls={"Edit": 1}),
        Situation(turn_steps=5, last_calls={"Edit": 2}),
    ),
    (
        "tool-unused",
        "3",
        Situation(turn_steps=5, last_calls={"Read": 4}),
        Situation(turn_steps=5, last_calls={"Edit": 4}),
    ),
]


@pytest.mark.parametrize(("signal", "at", "has", "lacks"), HOLDS)
def test_each_signal_holds_from_its_threshold_on(signal, at, has, lacks):
    triggers = _trigger(Signal(signal), at, tool="Edit")
    assert _fires(triggers, has) == ["t"]
    assert _fires(triggers, lacks) == []
    for situation in (has, lacks):
        made = try_trigger(triggers[0], situation, Memory())
        assert made.fires == (situation is has)
        assert made.why.endswith(".")


def test_a_context_that_is_counted_only_when_a_threshold_is_near_fires_as_if_it_were_always():
    triggers = _trigger(Signal.CONTEXT, 80)

    def situation(between, tokens):
        counted.clear()

        def count():
            counted.append(tokens)
            return tokens

        return Situation(Figures(None, 1000), uncounted=UncountedTokens(between, count))

    counted = []
    assert (_fires(triggers, situation((700, 799), 750)), counted) == ([], [])
    assert (_fires(triggers, situation((700, 800), 799)), counted) == ([], [799])
    assert (_fires(triggers, situation((700, 900), 800)), counted[:1]) == (["t"], [800])
    assert _fires(triggers, situation((800, 900), 850)) == ["t"]


def test_levels_say_which_checks_ask_a_trigger():
    asked = {
        level: [
            _fires(_trigger(Signal.COMPACTION, level=level), Situation(is_compacted=True), check=one)
            for one in Level
        ]
        for level in Level
    }
    assert asked[Level.MESSAGE] == [["t"], [], ["t"]]
    assert asked[Level.STEP] == [[], ["t"], ["t"]]
    assert asked[Level.BOTH] == [["t"]] * 3


def test_triggers_are_asked_by_order_the_built_in_ones_first_and_then_as_they_stand():
    entries = [
        TriggerEntry(id_, signal=Signal.CONTEXT, at=Decimal(50), text="x", order=order)
        for id_, order in (("late", None), ("also-late", 100), ("first", -1), ("with-80", 1))
    ]
    assert _fires(trigger_set(entries).triggers, _context(950)) == [
        "first", "context-warning-90", "context-warning-80", "with-80", "late", "also-late",
    ]  # fmt: skip


def test_the_built_in_triggers_are_those_of_the_document():
    rows = [(one.id, one.order, one.flag, one.level, one.once, one.rearm) for one in BUILT_IN]
    both, message = Level.BOTH, Level.MESSAGE
    assert rows == [
        ("context-warning-90", 0, "contextWarning90", both, True, Rearm.COMPACTION),
        ("context-warning-80", 1, "contextWarning80", both, True, Rearm.COMPACTION),
        ("session-start-todos", 2, "sessionStartTodoShown", message, True, Rearm.NEVER),
        ("resource-warning-cpu", 3, "cpuWarning", both, False, Rearm.COMPACTION),
        ("resource-warning-memory", 4, "memoryWarning", both, False, Rearm.COMPACTION),
        ("after-compact", 5, "after-compact", both, False, Rearm.COMPACTION),
    ]
    figures = Figures(950, 1000, Decimal("0.9"), Decimal("0.9"), TODOS)
    made = check_triggers(
        BUILT_IN, Situation(figures, user_messages=0, is_compacted=True), Memory(), check=Level.BOTH
    )
    assert [one.tag for one in made.fired] == [
        "context-critical", "context-warning", "session-start-todos", "resource-warning-cpu",
        "resource-warning-memory", "after-compact",
    ]  # fmt: skip
    assert not any(
        "[" in one.text.replace("[in_progress]", "").replace("[pending]", "") for one in made.fired
    )
    assert "95 %" in made.fired[0].text
    assert "1. [in_progress] Write the parser\n2. [pending] Test it" in made.fired[2].text


def test_an_entry_overrides_a_built_in_trigger_key_by_key():
    (made,) = (
        one
        for one in trigger_set([TriggerEntry("context-warning-80", at=Decimal(70), text="Mind.")]).triggers
        if one.id == "context-warning-80"
    )
    assert (made.at, made.text, made.tag, made.flag) == (70, "Mind.", "context-warning", "contextWarning80")
    off = trigger_set([TriggerEntry("context-warning-90", enabled=False)])
    assert _fires(off.triggers, _context(950)) == ["context-warning-80"]
    assert "context-warning-90" not in [one.id for one in off.enabled]


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ({"once": True}, (True, None, False)),
        ({"every": 3}, (False, 3, False)),
        ({"once": False}, (False, None, False)),
        ({"recovery": Recovery("r", "r", "back")}, (False, None, True)),
    ],
)
def test_one_of_once_every_and_recovery_ends_the_others(given, made):
    for id_ in ("resource-warning-cpu", "context-warning-80"):
        found = trigger_set([TriggerEntry(id_, **given)]).named(id_)
        assert (found.once, found.every, found.recovery is not None) == made


def test_once_is_silent_while_its_flag_is_set_and_a_drop_does_not_rearm_it():
    triggers = trigger_set().triggers
    first = check_triggers(triggers, _context(950), Memory(), check=Level.STEP)
    assert first.flag_updates == {"contextWarning90": True, "contextWarning80": True}
    for tokens in (960, 100, 950):
        assert _fires(triggers, _context(tokens), first.memory) == []


def test_flags_are_taken_as_they_are_at_the_start_of_a_check():
    entries = [
        TriggerEntry(id_, signal=Signal.STEPS, at=Decimal(1), text="x", flag="shared") for id_ in ("a", "b")
    ]
    triggers = trigger_set(entries, built_in=()).triggers
    made = check_triggers(triggers, Situation(turn_steps=1), Memory(), check=Level.STEP)
    assert [one.trigger for one in made.fired] == ["a", "b"]
    assert _fires(triggers, Situation(turn_steps=2), made.memory) == []


def test_recovery_fires_back_and_forth_and_not_without_a_figure():
    recovery = Recovery("t-back", "back", "[resource:cpu] again", Decimal(60))
    triggers = _trigger(Signal.CPU, 80, recovery=recovery)
    memory, seen = Memory(), []
    for cpu in ("0.79", "0.8", "0.9", "0.7", "0.6", None, "0.59", "0.59", "0.8"):
        figures = Figures(cpu=None if cpu is None else Decimal(cpu))
        made = check_triggers(triggers, Situation(figures), memory, check=Level.STEP)
        memory = made.memory
        seen.append([one.text for one in made.fired])
    assert seen == [[], ["x"], [], [], [], [], ["59 again"], [], ["x"]]
    assert memory.flags == {"t": True}


def test_every_fires_at_most_once_in_so_many_steps():
    triggers = _trigger(Signal.STEPS, 2, every=3)
    memory, steps = Memory(), []
    for step in range(10):
        made = check_triggers(triggers, Situation(step=step, turn_steps=step), memory, check=Level.STEP)
        memory = made.memory
        steps += [step] * len(made.fired)
    assert steps == [2, 5, 8]
    assert memory.flags == {}


def test_a_compaction_rearms_all_but_those_that_never_are():
    triggers = trigger_set([TriggerEntry("context-warning-80", rearm=Rearm.NEVER)])
    flags = {"contextWarning90": True, "contextWarning80": True, "sessionStartTodoShown": True, "other": True}
    memory, cleared = Memory(flags).rearmed(triggers)
    assert cleared == {"contextWarning90": False}
    assert memory.flags == {**flags, "contextWarning90": False}


@pytest.mark.parametrize(
    ("tag", "text"),
    [
        ("t", "[todo:list]"),
        ("t", " \n"),
        ("a b", "x"),
        ("", "x"),
        ("é", "x"),
        ("a" * 65, "x"),
        ("[todo:count].", "x"),
    ],
)
def test_what_renders_blank_or_has_no_tag_is_said_and_sets_no_flag(tag, text):
    entries = [
        TriggerEntry("bad", signal=Signal.STEPS, at=Decimal(1), tag=tag, text=text),
        TriggerEntry("good", signal=Signal.STEPS, at=Decimal(1), tag="a" * 64, text="[Note: x] a[1:2]"),
    ]
    triggers = trigger_set(entries, built_in=()).triggers
    made = check_triggers(triggers, Situation(turn_steps=1), Memory(), check=Level.STEP)
    assert [(one.trigger, one.text) for one in made.fired] == [("good", "[Note: x] a[1:2]")]
    assert made.flag_updates == {"good": True}
    assert len(made.notes) == 1
    assert "‘bad’" in made.notes[0]
    tried = try_trigger(triggers[0], Situation(turn_steps=1), Memory())
    assert (tried.fires, tried.is_sent, tried.why) == (True, False, made.notes[0])


@pytest.mark.parametrize("recovery", [("back", "[todo:list]"), ("a b", "ok"), ("[todo:list]", "ok")])
def test_a_recovery_that_says_nothing_keeps_its_flag(recovery):
    tag, text = recovery
    (trigger,) = _trigger(Signal.CPU, 80, recovery=Recovery("r", tag, text))
    situation = Situation(Figures(cpu=Decimal("0.1")))
    made = check_triggers([trigger], situation, Memory({"t": True}), check=Level.STEP)
    assert (made.fired, made.flag_updates, made.memory.flags) == ((), {}, {"t": True})
    assert "‘r’ fired, and its " in made.notes[0]
    (fine,) = _trigger(Signal.CPU, 80, recovery=Recovery("r", "back", "ok"))
    assert check_triggers([fine], situation, Memory({"t": True}), check=Level.STEP).flag_updates == {
        "t": False
    }


def test_a_message_that_the_store_refuses_is_not_stored_and_sets_no_flag():
    triggers = trigger_set().triggers
    made = check_triggers(
        triggers,
        _context(950),
        Memory(),
        check=Level.STEP,
        keep=lambda firing: "The disk is full." if "90" in firing.trigger else None,
    )
    assert [one.trigger for one in made.fired] == ["context-warning-80"]
    assert (made.flag_updates, made.notes) == ({"contextWarning80": True}, ("The disk is full.",))


def test_values_of_figures_are_rounded_down_and_missing_ones_do_not_exist():
    full = Situation(Figures(1999, 2000, Decimal("0.299"), Decimal("0.999"), TODOS), step=7, steps_left=3)
    assert run_values(full) == {
        "context:percent": "99",
        "context:tokens": "1999",
        "context:limit": "2000",
        "resource:cpu": "29",
        "resource:memory": "99",
        "todo:list": "1. [in_progress] Write the parser\n2. [pending] Test it",
        "todo:count": "2",
        "step:index": "7",
        "step:left": "3",
    }
    assert set(run_values(full)) == {one.key for one in RUN_CATALOG}
    assert set(run_values(Situation())) == {"todo:count", "step:index", "step:left"}
    assert todo_lines(()) == ""


def test_values_besides_the_figures_are_given():
    triggers = _trigger(Signal.STEPS, 1)
    (one,) = trigger_set(
        [TriggerEntry("t", signal=Signal.STEPS, at=Decimal(1), text="On [git:branch].\n\n")], built_in=()
    ).triggers
    made = check_triggers(
        [one, *triggers], Situation(turn_steps=1), Memory(), check=Level.STEP, values={"git:branch": "main"}
    )
    assert [firing.text for firing in made.fired] == ["On main.", "x"]


def test_trying_one_trigger_says_why():
    (trigger,) = _trigger(Signal.CPU, 80, recovery=Recovery("back", "back", "ok"))

    def tried(cpu, flags=None):
        made = try_trigger(trigger, Situation(Figures(cpu=Decimal(cpu))), Memory(flags or {}))
        return made.fires, made.wording and made.wording.id, made.flag_updates, made.why

    assert tried("0.855") == (True, "t", {"t": True}, "The CPU is at 85.5 %, at or over 80 %.")
    assert tried("0.2") == (False, None, {}, "The CPU is at 20 %, below 80 %.")
    assert tried("0.2", {"t": True})[:3] == (True, "back", {"t": False})
    silent = "It has fired: its flag ‘t’ is set. The CPU is at 85.5 %, at or over 80 %."
    assert tried("0.855", {"t": True}) == (False, None, {}, silent)
    (once,) = _trigger(Signal.STEPS, 1)
    again = try_trigger(once, Situation(turn_steps=1), Memory({"t": True}))
    assert again.why == "It has fired already: its flag ‘t’ is set."
    (every,) = _trigger(Signal.STEPS, 1, every=5)
    soon = try_trigger(every, Situation(step=4, turn_steps=4), Memory(fired_at={"t": 3}))
    assert (soon.fires, soon.why) == (False, "It fired 1 step ago, and fires at most once in 5 steps.")
    (off,) = _trigger(Signal.STEPS, 1, enabled=False)
    assert try_trigger(off, Situation(turn_steps=1), Memory()).why == "It is switched off."
