"""The colour roles of fenced code, by those Pygments lexers that no short text makes slow.

The lexers' patterns may backtrack, so the code is bounded: its length, the length of its lines,
and the number of blanks in a row. A language is in `_LEXERS` if its lexer stayed within the time limit on
the inputs of `tests/benchmarks/hostile_code.py`. Java and C# did not: what looks like a method's head is read
again from each line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Final

from editor_app.highlighting.line_colours import Colour

if TYPE_CHECKING:  # a text without fences needs no Pygments
    from pygments.lexer import Lexer
    from pygments.token import _TokenType

MOST_CHARACTERS: Final = 3_000
LONGEST_LINE: Final = 400
MOST_BLANKS: Final = 100
_REMEMBERED: Final = 64
_BLANKS: Final = re.compile(rf"(?<!\s)\s{{{MOST_BLANKS + 1}}}")

_LEXERS: Final[Mapping[str, tuple[str, str]]] = {
    "bash": ("shell", "BashLexer"),
    "c": ("c_cpp", "CLexer"),
    "cpp": ("c_cpp", "CppLexer"),
    "css": ("css", "CssLexer"),
    "diff": ("diff", "DiffLexer"),
    "go": ("go", "GoLexer"),
    "html": ("html", "HtmlLexer"),
    "javascript": ("javascript", "JavascriptLexer"),
    "json": ("data", "JsonLexer"),
    "markdown": ("markup", "MarkdownLexer"),
    "python": ("python", "PythonLexer"),
    "rust": ("rust", "RustLexer"),
    "sql": ("sql", "SqlLexer"),
    "toml": ("configs", "TOMLLexer"),
    "typescript": ("javascript", "TypeScriptLexer"),
    "xml": ("html", "XmlLexer"),
    "yaml": ("data", "YamlLexer"),
}
_OTHER_NAMES: Final[Mapping[str, str]] = {
    "c++": "cpp",
    "golang": "go",
    "h": "c",
    "htm": "html",
    "js": "javascript",
    "jsonc": "json",
    "jsx": "javascript",
    "md": "markdown",
    "patch": "diff",
    "py": "python",
    "python3": "python",
    "rs": "rust",
    "sh": "bash",
    "shell": "bash",
    "svg": "xml",
    "ts": "typescript",
    "tsx": "typescript",
    "yml": "yaml",
    "zsh": "bash",
}
# Options that keep a lexer from reading parts of the text as languages that are not in `_LEXERS`.
_OPTIONS: Final[Mapping[str, Mapping[str, bool]]] = {"markdown": {"handlecodeblocks": False}}

_ROLES: Final[Mapping[str, str]] = {  # a token type not listed has the role of its nearest listed parent
    "Token": "",
    "Token.Comment": "faint",
    "Token.Generic.Deleted": "err",
    "Token.Generic.Emph": "emphasis",
    "Token.Generic.Heading": "strong",
    "Token.Generic.Inserted": "ok",
    "Token.Generic.Strong": "strong",
    "Token.Generic.Subheading": "strong",
    "Token.Keyword": "key",
    "Token.Keyword.Constant": "str",
    "Token.Literal": "str",
    "Token.Name.Attribute": "key",
    "Token.Name.Class": "strong",
    "Token.Name.Decorator": "soft",
    "Token.Name.Function": "strong",
    "Token.Name.Tag": "key",
    "Token.Operator.Word": "key",
    "Token.Punctuation.Marker": "faint",
}


_loaded: Final[set[str]] = set()


def language_of(name: str) -> str | None:
    """Return the key in `_LEXERS` for the language that a fence names; None for an unknown one."""
    name = name.lower()
    name = _OTHER_NAMES.get(name, name)
    return name if name in _LEXERS else None


def is_coloured(language: str, code: str) -> bool:
    """Whether code is coloured: its fence names a known language, and it is within the bounds."""
    if language_of(language) is None or len(code) > MOST_CHARACTERS:
        return False
    return max(map(len, code.split("\n"))) <= LONGEST_LINE and _BLANKS.search(code) is None


def is_loaded(language: str) -> bool:
    """Whether the lexer of the language that a fence names is loaded, which takes a while the first time."""
    return language_of(language) in _loaded


@lru_cache(_REMEMBERED)
def code_colours(language: str, code: str) -> tuple[Colour, ...]:
    """Return the colours of code, in order and without overlaps; none where `is_coloured` is false."""
    name = language_of(language)
    if name is None or not is_coloured(language, code):
        return ()
    return tuple(_colours(_lexer(name), code))


def _colours(lexer: Lexer, code: str) -> Iterator[Colour]:
    start = end = 0
    role = ""
    for offset, token, value in lexer.get_tokens_unprocessed(code if code.endswith("\n") else f"{code}\n"):
        own_role = _role_of(token)
        if own_role == role and offset == end:
            end = offset + len(value)
            continue
        if role and start < min(end, len(code)):
            yield Colour(start, min(end, len(code)), role)
        start, role = max(offset, end), own_role
        end = max(offset + len(value), end)
    if role and start < min(end, len(code)):
        yield Colour(start, min(end, len(code)), role)


@cache
def _lexer(language: str) -> Lexer:
    module, name = _LEXERS[language]
    lexer: Lexer = getattr(import_module(f"pygments.lexers.{module}"), name)(**_OPTIONS.get(language, {}))
    next(iter(lexer.get_tokens_unprocessed("\n")), None)  # it compiles its patterns now
    _loaded.add(language)
    return lexer


@cache
def _role_of(token: _TokenType) -> str:
    named = str(token)
    if named in _ROLES or token.parent is None:
        return _ROLES.get(named, "")
    return _role_of(token.parent)
