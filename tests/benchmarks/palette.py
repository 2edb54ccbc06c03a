"""What the palette does at a key among 10 000 files, against looking only whether they have the letters."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

from measure import Row, race

from editor_app.text.fuzzy import FuzzyQuery, FuzzyText
from editor_app.window.commands.going.search import Candidate, Group, matches_in_steps, ranked

WORDS = "page analysis test data scenario system prompt coding assistant support desk slow listing refactor"
FILES = 10_000
TYPED = ("e", "pa", "tsp", "pagea", "xyzq")


def rows() -> Iterator[Row]:
    """Yield a row for each query."""
    rng = random.Random(1)
    words = WORDS.split()
    files = [
        Candidate(Group.FILES, "-".join(rng.choices(words, k=3)), print, (f"Prompts {number}", "file", ""))
        for number in range(FILES)
    ]
    texts = [candidate.text for candidate in files]
    for typed in TYPED:
        times = race({"ours": partial(search, typed, files), "letters": partial(letters, typed, texts)}, 9)
        yield Row(f"palette: {typed!r}", "10,000", times["ours"], "have its letters", times["letters"], 30)


def search(typed: str, files: list[Candidate]) -> None:
    """Find and rank, all steps at once."""
    steps = matches_in_steps(typed, files, {})
    while True:
        try:
            next(steps)
        except StopIteration as end:
            ranked(end.value)
            return


def letters(typed: str, texts: list[FuzzyText]) -> int:
    """Count the texts that have the letters in order."""
    query, found = FuzzyQuery(typed).words[0], 0
    for text in texts:
        at = 0
        for letter in query:
            at = text.folded.find(letter, at) + 1
            if not at:
                break
        else:
            found += 1
    return found
