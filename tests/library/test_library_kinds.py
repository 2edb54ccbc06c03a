from functools import partial
from pathlib import Path

import pytest
from counted_patterns import patterns_of, steps_of_search
from counted_work import assert_work_in_proportion

from editor_app.library import heads
from editor_app.library.folders import kind_of, open_library
from editor_app.library.heads import HEAD_BYTES, has_message_header, top_level_keys
from editor_app.library.kinds import Kind
from editor_app.library.paths import built_in_text

PROMPT = b"---\nname: x\nversion: 1.0.0\nmax_tokens: 5\n---\nHello {{name}}"
SKILL = b"---\nname: x\ndescription: a skill\n---\nDo it."
MESSAGE = b"; Component: UserMessage\n;\n; role: user\n\n\nHello"

BY_TABLE = [
    ("a.cases.yaml", None, Kind.CASES),
    ("deep/down/a.situations.yaml", None, Kind.SITUATIONS),
    ("runs/a.cases.yaml", None, Kind.CASES),
    ("runs/triggers.yaml", None, Kind.TRIGGERS),
    ("sub/runs/triggers.yaml", None, Kind.TRIGGERS),
    ("triggers.yaml", b"a: 1", Kind.OTHER),
    ("runs/first.yaml", None, Kind.SCENARIO),
    ("runs/deeper/first.yaml", b"a: 1", Kind.OTHER),
    ("other.yaml", b"# a run\n\nsteps:\n  - x: 1\n", Kind.SCENARIO),
    ("other.yml", b"---\nformat: 1\nsteps: []\n", Kind.SCENARIO),
    ("runs/long.steps.jsonl", None, Kind.STEPS),
    ("anywhere/long.steps.jsonl", None, Kind.STEPS),
    ("runs/long.jsonl", b"{}", Kind.OTHER),
    ("workflow.yaml", b"jobs:\n  one:\n    steps:\n      - x\n", Kind.OTHER),
    ("other.json", b'{"steps": []}', Kind.SCENARIO),
    ("system-messages/main.yaml", b"a: 1", Kind.SYSTEM_MESSAGE),
    ("x/system-messages/y/main.json", b"{}", Kind.SYSTEM_MESSAGE),
    ("system-messages/run.yaml", b"steps: []", Kind.SCENARIO),
    ("system-messages/notes.md", b"", Kind.DOCUMENT),
    ("main.yaml", b"role: system\nblocks:\n  - id: a\n", Kind.SYSTEM_MESSAGE),
    ("main.yaml", b'\'role\': "system" # who\n"blocks": []\n', Kind.SYSTEM_MESSAGE),
    ("main.yaml", b"role: user\nblocks: []\n", Kind.OTHER),
    ("main.yaml", b"blocks: []\n", Kind.OTHER),
    ("main.json", b'{"blocks": [{"role": "user"}], "role": "system"}', Kind.SYSTEM_MESSAGE),
    ("main.json", b'{"blocks": [{"role": "system"}]}', Kind.OTHER),
    ("main.yaml", b"{role: system, blocks: []}", Kind.SYSTEM_MESSAGE),
    ("variables.yaml", b"- type: date\n", Kind.OTHER),
    ("chats/first/1.md", None, Kind.MESSAGE),
    ("sub/chats/first/012.md", None, Kind.MESSAGE),
    ("chats/first/one.md", b"", Kind.DOCUMENT),
    ("chats/1.md", b"", Kind.DOCUMENT),
    ("chats/a/b/1.md", b"", Kind.DOCUMENT),
    ("chats/a/\u0661.md", b"", Kind.DOCUMENT),
    ("anywhere.md", MESSAGE, Kind.MESSAGE),
    ("anywhere.md", MESSAGE.replace(b"\n", b"\r\n"), Kind.MESSAGE),
    ("anywhere.txt", MESSAGE, Kind.MESSAGE),
    ("anywhere.tmpl", MESSAGE, Kind.MESSAGE),
    ("defaults/message.md", MESSAGE, Kind.MESSAGE),
    ("anywhere.md", b"32d9afc7-aeac-4a67-ba94-0c92678604a1\n" + MESSAGE, Kind.MESSAGE),
    ("anywhere.md", b"; no role\n\n\nHello", Kind.DOCUMENT),
    ("anywhere.md", b"; role: user\n\nno separator", Kind.DOCUMENT),
    ("anywhere.md", b"Title\n; role: user\n\n\nHello", Kind.DOCUMENT),
    ("system-prompt.tmpl", b"[date:now]", Kind.TEMPLATE),
    ("deep/x.tmpl", b"", Kind.TEMPLATE),
    ("x.md", PROMPT, Kind.PROMPT),
    ("x.md", b"\xef\xbb\xbf" + PROMPT.replace(b"\n", b"\r\n"), Kind.PROMPT),
    ("x.md", PROMPT.decode().encode("utf-16"), Kind.PROMPT),
    ("x.md", b"---\nname: x\nversion: 1.0.0\nmax_tokens: 5\n", Kind.DOCUMENT),
    ("x.md", b"# Title\n\n" + PROMPT, Kind.DOCUMENT),
    ("x.md", b"---\nmeta:\n  name: x\n  version: 1\n  max_tokens: 5\n---\n", Kind.DOCUMENT),
    ("SKILL.md", SKILL, Kind.DOCUMENT),
    ("AGENTS.md", b"# Agents", Kind.DOCUMENT),
    ("a.prompt.md", b"---\nmode: agent\n---\n", Kind.DOCUMENT),
    ("README.MD", b"", Kind.DOCUMENT),
    ("empty.md", b"", Kind.DOCUMENT),
    ("defaults/a.md", b"", Kind.PROMPT),
    ("defaults/billing/refund.md", b"", Kind.PROMPT),
    ("notes.txt", b"", Kind.OTHER),
    ("code.py", None, Kind.OTHER),
    ("Makefile", None, Kind.OTHER),
    (".md", b"", Kind.DOCUMENT),
]


@pytest.mark.parametrize(("relative", "head", "kind"), BY_TABLE)
def test_the_table_decides(tmp_path: Path, relative: str, head: bytes | None, kind: Kind):
    library, _ = open_library(tmp_path)
    assert kind_of(library, Path(relative), head) is kind
    assert kind_of(library, tmp_path / relative, head) is kind


@pytest.mark.parametrize(("relative", "head", "kind"), BY_TABLE)
def test_the_same_table_decides_outside_a_library(
    tmp_path: Path, relative: str, head: bytes | None, kind: Kind
):
    assert kind_of(None, tmp_path / "elsewhere" / relative, head) is kind
    (tmp_path / "inner").mkdir()
    inner, _ = open_library(tmp_path / "inner")
    assert kind_of(inner, tmp_path / relative, head) is kind


def test_markdown_beside_defaults_is_a_prompt(tmp_path: Path):
    library, _ = open_library(tmp_path)
    assert kind_of(library, Path("a.md"), b"no frontmatter") is Kind.DOCUMENT
    (tmp_path / "defaults").mkdir()
    library, _ = open_library(tmp_path)
    assert kind_of(library, Path("a.md"), b"no frontmatter") is Kind.PROMPT
    assert kind_of(library, Path("a.md"), None) is Kind.PROMPT
    assert kind_of(library, Path("sub/a.md"), b"no frontmatter") is Kind.DOCUMENT
    assert kind_of(library, Path("a.md"), MESSAGE) is Kind.MESSAGE
    assert kind_of(None, tmp_path / "a.md", b"") is Kind.PROMPT


def test_compaction_instructions_are_those_in_the_root_unless_the_library_says_otherwise(tmp_path: Path):
    (tmp_path / "defaults").mkdir()
    library, _ = open_library(tmp_path)
    assert kind_of(library, Path("compaction.md"), b"Shorten this.") is Kind.INSTRUCTIONS
    assert kind_of(library, Path("compaction.md"), PROMPT) is Kind.INSTRUCTIONS
    assert kind_of(library, Path("notes/compaction.md"), b"Shorten this.") is Kind.DOCUMENT
    assert kind_of(library, Path("defaults/compaction.md"), b"Shorten this.") is Kind.PROMPT
    assert kind_of(None, tmp_path / "compaction.md", b"Shorten this.") is Kind.PROMPT, "beside defaults"
    assert kind_of(library, built_in_text("compaction.md"), b"") is Kind.INSTRUCTIONS
    (tmp_path / "foreword.toml").write_text('[kinds]\n"compaction.md" = "document"\n')
    assert kind_of(open_library(tmp_path)[0], Path("compaction.md"), b"") is Kind.DOCUMENT


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("", {}),
        ("just words", {}),
        ("- a\n- b: 1\n", {}),
        ("a: 1\nb:\n  c: 2\n# d: 3\n", {"a": "1", "b": ""}),
        ("%YAML 1.2\n---\n# note\n  a: x # y\n  b: 2\n", {"a": "x", "b": "2"}),
        ("a: 1\n---\nb: 2\n", {"a": "1"}),
        ("a: |\n  b: 1\nc: 2", {"a": "|", "c": "2"}),
        ("a:1\n", {}),
        ('{"a": {"b": 1}, "c": [1, {"d": 2}], "e": "x"} trailing: 1', {"a": "", "c": "", "e": "x"}),
        ('{"a": "x \\" , b: {", "c": 1}', {"a": 'x \\" , b: {', "c": "1"}),
        ('{"a": "never closed', {"a": "never closed"}),
        ("{a: 'x', b: }", {"a": "x", "b": ""}),
        ('"', {}),
        ("'a': \"", {"a": ""}),
    ],
)
def test_top_level_keys_are_found_without_reading_the_rest(text: str, keys: dict[str, str]):
    found = top_level_keys(text)
    assert found.keys() == keys.keys()
    assert {key: value for key, value in keys.items() if value} == {
        key: value for key, value in found.items() if value
    }


@pytest.mark.parametrize(
    ("opening", "part"),
    [
        ('{"a', '\\"'),
        ("{", "'"),
        ('{"a": ', "["),
        ("", "a: "),
        ("", "\n"),
        ("", "#\n"),
        ("", "; role\n"),
        ("", "---\n"),
        ("", '"'),
        ("", "a" * 50 + "\n"),
    ],
)
def test_hostile_heads_cost_little(opening: str, part: str):
    def head(size: int) -> str:
        return opening + part * (size // len(part))

    assert_work_in_proportion(lambda size: partial(top_level_keys, head(size)), HEAD_BYTES // 400)
    assert_work_in_proportion(lambda size: partial(has_message_header, head(size)), HEAD_BYTES // 400)
    for name in ("x.md", "x.yaml", "x.json"):
        path = Path("nowhere") / name
        assert_work_in_proportion(
            lambda size, path=path: partial(kind_of, None, path, head(size).encode()), HEAD_BYTES // 400
        )
    for pattern in patterns_of(heads):
        few, many = (steps_of_search(pattern, head(size)) for size in (200, 2_000))
        assert many < 14 * few
