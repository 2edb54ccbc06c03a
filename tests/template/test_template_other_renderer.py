"""Another renderer, in JavaScript, gives the same texts: what vectors say is enough to write one."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest
from template_texts import BRACES_PARTS, BRACKETS_PARTS

from editor_app.cli import main
from editor_app.library.paths import sample_dir
from editor_app.template.dialect import Dialect
from editor_app.template.rendering import render
from editor_app.template.template import parse

RENDERER = Path(__file__).with_name("other_renderer.mjs")
VALUES = ["V", "", "{{a}}", "[a:b]", "\n", " x\n", "\\{{"]
NAMES = {Dialect.BRACES: list("abc"), Dialect.BRACKETS: ["a:b", "a: c", "c:d", "z:q", "a:"]}
PARTS = {Dialect.BRACES: BRACES_PARTS, Dialect.BRACKETS: BRACKETS_PARTS}
MADE = 3_000


def rendered_elsewhere(vectors):
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    ran = subprocess.run(
        [node, str(RENDERER)],
        input=json.dumps({"vectors": vectors}).encode(),
        capture_output=True,
        check=True,
    )
    return json.loads(ran.stdout)


def made_vector(chance, dialect):
    source = "".join(chance.choices(PARTS[dialect], k=chance.randrange(16)))
    names = NAMES[dialect]
    values = {name: chance.choice(VALUES) for name in names if chance.random() < 0.6}
    if dialect is Dialect.BRACKETS:
        declared = chance.choice([None, ["a"], ["a", "z"]])
        expected = render(parse(source, dialect), values, known_types=declared).text
    else:
        rest = [name for name in names if name not in values and chance.random() < 0.5]
        declared = [
            {"name": name, "required": False, "default": chance.choice([None, "", "D"])} for name in rest
        ]
        defaults = {one["name"]: one["default"] for one in declared if one["default"] is not None}
        given = {**dict.fromkeys(rest), **values}
        expected = render(parse(source, dialect), given, defaults=defaults, trim_blank_ends=True).text
    vector = {"dialect": dialect, "template": source, "values": values, "declared": declared}
    return {**vector, "expected": expected}


@pytest.mark.parametrize("dialect", list(Dialect))
def test_templates_made_of_what_matters_give_the_same_text(dialect):
    chance = random.Random(12)
    vectors = [made_vector(chance, dialect) for _ in range(MADE)]
    found = rendered_elsewhere(vectors)
    wrong = [(vector, got) for vector, got in zip(vectors, found, strict=True) if vector["expected"] != got]
    assert wrong[:1] == []


def test_the_vectors_of_the_sample_library_are_rendered_the_same(tmp_path, monkeypatch, capsys):
    library = shutil.copytree(sample_dir(), tmp_path / "prompts")
    (tmp_path / ".git").mkdir()
    (library / "system-prompt.cases.yaml").write_text("cases: [{name: here, values: {'git:branch': main}}]\n")
    monkeypatch.chdir(tmp_path)
    words = ["test-data-generation", "test-scenario-generation", "prompts/system-prompt.tmpl"]
    words += [f"prompts/system-messages/{name}" for name in ("coding-assistant.yaml", "support-desk.json")]
    given = [f"--set={name}=x" for name in ("fields", "flow_name", "start_url", "steps")]
    ran = main(["export", *words, "--out", "out", "--format", "text", "--vectors", *given])
    assert (ran, capsys.readouterr().out.count(".vectors.json")) == (0, 5)
    vectors = []
    for path in sorted((tmp_path / "out").glob("*.vectors.json")):
        document = json.loads(path.read_text("utf-8"))
        assert document["format"] == 1
        vectors += document["vectors"]
    assert {vector["dialect"] for vector in vectors} == {"braces", "brackets"}
    assert len(vectors) > 10
    assert rendered_elsewhere(vectors) == [vector["expected"] for vector in vectors]
