"""Sending the request of a step of a run."""

from __future__ import annotations

import json

import pytest
from app_sending import MODEL, Asked, question_of

from editor_app.requests import Provider
from editor_app.window.dialogs import SendAnswer
from editor_app.window.panels.request import ANSWER, STRUCTURE, AnswerState

pytestmark = pytest.mark.one_window

ACTION = "send_run_request"
STEPS = """format: 1
{provider}
steps:
  - user: Read it.
    tools: [{{name: read_file, args: {{path: a.txt}}, result: {result}}}]
  - text: Done.
"""


@pytest.fixture
def at_last_step(open_bench, root, odd_endpoint):
    """Return a function that plays a scenario, shows the request of its last step, and asks a path."""
    benches = []

    def at_last_step(path: str, *, result: str = "Here.", provider: str = "openai") -> Asked:
        name = f"runs/{result}-{provider}.yaml"
        (root / name).write_text(STEPS.format(result=result, provider=f"provider: {provider}"))
        if not benches:
            benches.append(open_bench(root))
        bench = benches[0]
        bench.open(name)
        run = bench.workbench.current.perspective.run
        bench.wait(lambda: run.played is not None)
        run.choose_step(1)
        bench.settle()
        bench.dialogs.questions.clear()
        return Asked(bench, odd_endpoint, path, action=ACTION)

    return at_last_step


def test_the_request_of_a_step_is_sent_and_its_answer_stays_with_its_scenario(at_last_step, root):
    send_as_copied(at_last_step)
    send_in_another_form(at_last_step)
    see_the_answer_end(at_last_step, root)


def send_as_copied(at_last_step) -> None:
    """See that a request is sent as it is copied, unless OpenAI refuses it."""
    one = at_last_step("streams")
    one.panel.copy_requested.emit("json")
    copied = json.loads(one.bench.clipboard())
    one.send()
    one.wait(AnswerState.ENDED)
    (came,) = one.came
    stream = {"stream": True, "stream_options": {"include_usage": True}}
    assert came["body"] == {**copied, "model": MODEL, **stream}
    assert [message["role"] for message in copied["messages"]] == ["user", "assistant", "tool"]
    assert question_of(one.bench).what.startswith("3 messages, ")
    assert one.shown == "Grüß Gott"
    assert not one.panel.answer.add.isVisible()

    one = at_last_step("streams", result="null")
    one.send()
    one.bench.settle()
    question = question_of(one.bench)
    assert question.refused.startswith("OpenAI refuses this request: ")
    assert one.bench.notice == f"The request was not sent. {question.refused}"
    assert one.came == []
    assert one.answer is None


def send_in_another_form(at_last_step) -> None:
    """See that the request is shown in OpenAI’s form and then sent, or not at all."""
    one = at_last_step("streams", provider="google")
    one.send()
    one.bench.settle()
    assert one.bench.notice.startswith("The request was not sent. Endpoints take requests in OpenAI’s form")
    assert one.came == []

    one = at_last_step("streams", provider="anthropic")
    one.bench.dialogs.answers += [one.place._replace(switches=True), one.place]
    one.bench.act(ACTION)
    one.wait(AnswerState.ENDED)
    asked = [question[1].is_other_shape for question in one.bench.dialogs.questions if question[0] == "send"]
    assert asked == [True, False]  # the first was not sent
    assert one.panel.shown_view.provider is Provider.OPENAI
    assert len(one.came) == 1


def see_the_answer_end(at_last_step, root) -> None:
    """See that the answer stays with its scenario, and ends with it."""
    one = at_last_step("stall-in", result="There.")
    one.send()
    one.bench.wait(lambda: one.shown == "Grüß Gott")
    answer = one.answer
    first = one.bench.file
    model = "model: {endpoint: 'https://api.example.org/v1', name: big}"
    (root / "runs" / "two.yaml").write_text(f"format: 1\n{model}\nsteps: [{{user: Hi.}}]\n")
    one.bench.open("runs/two.yaml")
    one.bench.settle()
    assert one.answer is None
    assert one.panel.view == STRUCTURE
    perspective = (
        one.bench.workbench.current.perspective
    )  # the endpoint that a scenario names is offered first
    assert perspective._endpoint_named() == (SendAnswer("https://api.example.org/v1", "big"),)
    one.bench.open(first.path)
    one.bench.settle()
    one.panel.choose_view(ANSWER)
    assert one.shown == "Grüß Gott"
    assert answer.is_running
    one.bench.workbench.files.close(first)
    assert not answer.is_running
