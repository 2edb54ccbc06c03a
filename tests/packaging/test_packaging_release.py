"""The workflow of a release names what there is, and what stands beside the packages is right."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.specifiers import SpecifierSet

PROJECT = Path(__file__).resolve().parents[2]
SCRIPT = PROJECT / "packaging" / "release_files.sh"
WORKFLOW = PROJECT / ".github" / "workflows" / "release.yml"


@pytest.fixture(scope="module")
def workflow() -> dict:
    return yaml.safe_load(WORKFLOW.read_text("utf-8"))


def steps(workflow: dict) -> list[dict]:
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


def commands(workflow: dict) -> str:
    return "\n".join(step["run"] for step in steps(workflow) if "run" in step)


def test_every_path_of_the_workflow_is_there_in_this_case_of_letters(workflow: dict) -> None:
    tops = "packaging|editor_app|resources|prompts|tests"
    named = set(re.findall(rf"(?:{tops})/[\w./-]+", commands(workflow)))
    assert len(named) > 4
    assert [name for name in named if not (PROJECT / name).is_file()] == []


def test_the_builds_that_it_asks_for_are_those_of_the_script(workflow: dict) -> None:
    asked = re.findall(r"packaging/build\.sh (\w+)", commands(workflow))
    known = re.findall(r"^(\w+)\)", (PROJECT / "packaging" / "build.sh").read_text("utf-8"), re.MULTILINE)
    assert sorted(asked) == sorted(known)


def test_nothing_is_built_before_the_tag_is_right_and_the_tests_pass(workflow: dict) -> None:
    tests, *builds, _release = workflow["jobs"].values()
    check, run_tests = (
        next(number for number, step in enumerate(tests["steps"]) if words in step.get("run", ""))
        for words in ("GITHUB_REF_NAME", "sh packaging/test.sh")
    )
    assert check < run_tests
    assert [build["needs"] for build in builds] == ["tests"] * len(builds)


def test_it_runs_official_actions_alone_and_only_the_release_may_write(workflow: dict) -> None:
    used = [step["uses"] for step in steps(workflow) if "uses" in step]
    assert [one for one in used if not re.fullmatch(r"actions/[a-z-]+@v\d+", one)] == []
    assert workflow["permissions"] == {"contents": "read"}
    may = {name: job["permissions"] for name, job in workflow["jobs"].items() if "permissions" in job}
    assert may == {"release": {"contents": "write"}}
    assert workflow["jobs"]["release"]["needs"] == [name for name in workflow["jobs"] if name != "release"]
    checkouts = [step for step in steps(workflow) if "checkout" in step.get("uses", "")]
    assert all(step["with"] == {"persist-credentials": False} for step in checkouts)


def test_its_python_is_one_that_foreword_runs_on(workflow: dict) -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    assert workflow["env"]["PYTHON_VERSION"] in SpecifierSet(project["requires-python"])
    extras = re.findall(r"\)\[([\w,]+)\]", commands(workflow))
    assert {extra for words in extras for extra in words.split(",")} <= {*project["optional-dependencies"]}
    assert extras


def test_the_notes_of_a_release_are_its_part_of_the_changelog(workflow: dict, tmp_path: Path) -> None:
    (tmp_path / "resources").mkdir()
    log = "# Changelog\n\n## [1.10.0]\n\nNew.\n\n## [1.1.0]\n\nA.\n\n### Added\n\n- B\n\n## [1.0.0]\n\nOld.\n"
    (tmp_path / "resources" / "CHANGELOG.md").write_text(log)
    [command] = (step["run"] for step in steps(workflow) if "gh release" in step.get("run", ""))
    (tmp_path / "gh").write_text("#!/bin/sh\n")
    (tmp_path / "gh").chmod(0o755)
    there = {**os.environ, "GITHUB_REF_NAME": "v1.1.0", "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    subprocess.run(["sh", "-ec", command], cwd=tmp_path, env=there, check=True)
    assert (tmp_path / "notes.md").read_text() == "\nA.\n\n### Added\n\n- B\n\n"


def run(*words: object, **environment: str) -> subprocess.CompletedProcess[str]:
    command = ["sh", SCRIPT, *map(str, words)]
    whole = {**os.environ, **environment}
    return subprocess.run(command, env=whole, capture_output=True, text=True, check=False)


def test_the_sums_are_those_of_the_files(tmp_path: Path) -> None:
    packages = {"b.deb": b"b", "a b.dmg": b"", "Ü.exe": b"\0"}
    for name, content in packages.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "foreword").mkdir()
    sums = tmp_path / "SHA256SUMS"
    sums.write_text("of another time\n")
    for _twice in range(2):
        done = run(tmp_path)
        assert done.returncode == 0, done.stderr
        lines = [f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in packages.items()]
        assert sums.read_text("utf-8") == "".join(sorted(lines, key=lambda line: line[66:].encode()))


def test_without_packages_there_are_no_sums(tmp_path: Path) -> None:
    done = run(tmp_path)
    assert (done.returncode, done.stderr) == (1, f"There are no files in {tmp_path}.\n")
    assert list(tmp_path.iterdir()) == []


# Writes what it is told of the product, as cyclonedx-py does.
# The path of a Python may have spaces, which the first line of a script may not.
CYCLONEDX = f"""#!/bin/sh
exec "{sys.executable}" -I - "$@" <<'END'
import json, sys, tomllib
from pathlib import Path
def given(name):
    return Path(sys.argv[sys.argv.index(name) + 1])
project = tomllib.loads(given("--pyproject").read_text())["project"]
told = [project["name"], project["version"], project.get("dynamic"), sys.argv[-1]]
given("--output-file").write_text(json.dumps(told))
assert "--output-reproducible" in sys.argv
END
"""


def test_the_list_of_parts_is_of_this_version_and_has_a_sum(tmp_path: Path) -> None:
    dist, environment, few, tools = (tmp_path / name for name in ("the packages", "parts", "few", "tools"))
    for folder in (dist, environment / "bin", few, tools):
        folder.mkdir(parents=True)
    for file, text in (
        (environment / "bin" / "python", "#!/bin/sh\necho 0.9.1\n"),
        (tools / "cyclonedx-py", CYCLONEDX),
    ):
        file.write_text(text)
        file.chmod(0o755)
    for name in ("sh", "dirname"):
        (few / name).symlink_to(str(shutil.which(name)))
    missing = run(dist, environment, PATH=str(few))
    assert missing.returncode == 1
    assert "pipx install 'cyclonedx-bom>=7,<8'" in missing.stderr
    done = run(dist, environment, PATH=f"{tools}:/usr/bin:/bin")
    assert done.returncode == 0, done.stderr
    parts = dist / "foreword-0.9.1.cdx.json"
    assert yaml.safe_load(parts.read_text()) == ["foreword", "0.9.1", None, str(environment)]
    assert parts.name in (dist / "SHA256SUMS").read_text()
