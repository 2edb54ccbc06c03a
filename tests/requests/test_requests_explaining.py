"""Every character of a body says why it is there, and those of a text where they come from."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from property_runs import examples

from editor_app.requests.body_text import request_text
from editor_app.requests.building import assemble_request
from editor_app.requests.explaining.body_reasons import BodyReasons
from editor_app.requests.parts import Provider, Request, RequestMessage, SystemText, shown_place
from editor_app.text.readable_json import readable_json

CASES = yaml.load(
    (Path(__file__).parents[1] / "cases" / "requests" / "reasons.yaml").read_text("utf-8"), yaml.CSafeLoader
)
CHAT = [
    RequestMessage("user", '\nWhat is a "fuse"\x85?\n', Path("chat/1.md")),
    RequestMessage("assistant", "A thin wire.", Path("chat/2.md")),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["provider"])
def test_what_stands_in_a_body_says_why(case):
    text = "You help.\nIt is 12:00.\nBe kind."
    is_rebuilt, limit = case.get("is_rebuilt", True), case.get("file_limit")
    origin = Path("system-messages/helper.yaml")
    system = SystemText(text, 10, "[system:time]", is_rebuilt, origin, limit)
    more = {"max_tokens": case.get("limit"), "cache": case.get("cache", "5m")}
    made = assemble_request(case["provider"], CHAT, system=system, model="my-model", **more)
    body = request_text(made.body)
    reasons = BodyReasons(made, body)
    for one in case["says"]:
        offset = body.index(one["at"]) + len(one["at"]) - 1
        reason = reasons.at(offset)
        assert reason.sentence == one["is"]
        assert shown_place(reason.place) == one.get("place", shown_place(reason.place))
        number = None if reason.part is None else made.parts.index(reason.part)
        assert (number, reason.within) == (one.get("part"), one.get("within"))
        assert reason.span.start <= offset < reason.span.end


TEXTS = st.text(st.sampled_from('a"\\/\n\t\x00\x7f\x85é\u2028\u202e\ud83d\ude00😀 {}[],:'), max_size=12)


@examples(50)
@given(
    st.sampled_from(list(Provider)),
    st.lists(st.tuples(st.sampled_from(["user", "assistant", "system"]), TEXTS), max_size=4),
    TEXTS,
    st.integers(0, 12) | st.none(),
    st.booleans(),
    st.sampled_from(["gpt-5.6", None, "m"]),
    st.sampled_from(["5m", "1h", "off"]),
)
def test_every_character_has_a_reason_and_texts_lead_back_to_theirs(
    provider, chat, text, stable, is_rebuilt, model, cache
):
    chat = [RequestMessage(role, content, Path(f"{at}.md")) for at, (role, content) in enumerate(chat)]
    system = SystemText(text, stable, "[git:branch]", is_rebuilt, Path("s.yaml"))
    made = assemble_request(provider, chat, system=system, model=model, cache=cache)
    sources = {Path("s.yaml"): text, **{one.origin: one.content for one in chat}}
    body = request_text(made.body)
    reasons = BodyReasons(made, body)
    found = [reasons.at(offset) for offset in range(len(body))]
    assert all(one is not None and one.sentence.endswith(".") for one in found)
    assert reasons.at(-1) is reasons.at(len(body)) is None
    told = {part.origin: [] for part in made.parts}
    for offset, one in enumerate(found):
        if one.part is None:
            continue
        character = sources[one.part.origin][one.within]
        spelled = body[offset] if body[offset] != "\\" or body[offset - 1] == "\\" else None
        assert spelled is None or spelled == character or spelled in readable_json(character, indent=None)
        if one.within not in told[one.part.origin][-1:]:
            told[one.part.origin].append(one.within)
    for origin, places in told.items():
        spans = [part.within for part in made.parts if part.origin == origin]
        assert places == list(range(spans[0].start, spans[-1].end)), "each character, once, in order"


@examples(40)
@given(st.text(st.sampled_from('{}[],:"\\ a1\n'), max_size=30))
def test_any_text_has_reasons_for_all_of_it(source):
    made = Request(Provider.OPENAI, {}, (), None, SystemText(""))
    reasons = BodyReasons(made, source)
    assert all(reasons.at(offset) is not None for offset in range(len(source)))


def test_a_deep_body_is_explained_without_recursion():
    source = "[" * 10_000 + "1" + "]" * 10_000
    made = Request(Provider.OPENAI, {}, (), None, SystemText(""))
    reasons = BodyReasons(made, source)
    assert len(reasons.at(10_000).place) == 10_000
    assert reasons.at(len(source) - 1).place == ()


def test_the_beginning_of_a_body_is_explained_as_the_whole_is():
    made = assemble_request("google", CHAT, system="Be kind.", model="m")
    body = request_text(made.body)
    whole, begun = BodyReasons(made, body), BodyReasons(made, body[:-120])
    shared = range(len(body) - 121)
    assert [whole.at(at).sentence for at in shared] == [begun.at(at).sentence for at in shared]
