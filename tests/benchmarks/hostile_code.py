"""How long each lexer of fenced code takes on the worst text within its bounds.

Run by hand, when a language comes in or Pygments changes: `python tests/benchmarks/hostile_code.py`, with
other names than those of the table to try a language out. A language that takes more than `MOST` of the
processor's time stays out of the table.
"""

from __future__ import annotations

import re
import sys
import time

from editor_app.highlighting.code import LANGUAGES, LONGEST_LINE, MOST_BLANKS, MOST_CHARACTERS

MOST = 0.1
UNITS = [
    *(
        "a",
        "1",
        "é",
        "😀",
        "\x00",
        " ",
        "\t",
        "\n",
        "a ",
        "a\n",
        "A ",
        "a b ",
        "    a\n",
        "\ta\n",
        "a, ",
        "a;",
        "a,",
    ),
    *(
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "<",
        ">",
        "a(",
        "(a",
        "(a, ",
        "a[",
        "[a",
        "a{",
        "{a:",
        "a<",
        "a<b,",
        "<T extends ",
    ),
    *(
        '"',
        "'",
        "`",
        "\\",
        '"\\',
        "'\\",
        "'''",
        '"""',
        'r"',
        'f"{',
        'R"(',
        'r#"',
        "'a",
        "`${",
        '"a":',
        "\\u",
        "\\\n",
    ),
    *(
        "/*",
        "*/",
        "//",
        "/",
        "/a/",
        "#",
        "##",
        "--",
        "-- ",
        "<!--",
        "-->",
        "/*\n",
        "/**\n",
        "# ",
        "#if 0\n",
        "#define a\\\n",
    ),
    *(
        "=",
        "a=",
        "a.",
        ".",
        "..",
        "1.",
        "1_",
        "0x",
        "1e",
        ":",
        "::",
        "a:",
        "a: b\n",
        "a: |\n ",
        "- ",
        "- a\n",
        "? ",
        "&a",
        "*a ",
    ),
    *(
        "$",
        "${",
        "$(",
        "$((",
        "<<",
        "<<A\n",
        "<<-'A'\n",
        "&",
        "|",
        "!",
        "?",
        "@",
        "@a",
        "@a\n",
        "~",
        "^",
        "%",
        "%s",
        "+",
        "+++",
        "@@ ",
    ),
    *(
        "<a ",
        "</",
        "<a b=",
        '<a b="',
        "<script>",
        "<style>",
        "</script>",
        "<?",
        "<![CDATA[",
        "<!DOCTYPE ",
        "&#",
        "&amp",
    ),
    *(
        "```",
        "```a\n",
        "> ",
        "[a](",
        "![",
        "**",
        "*a ",
        "_",
        "__",
        "[[",
        "[a.",
        "a = ",
        "=> ",
        "() =>",
        "select ",
        "begin ",
    ),
    *(
        "def a(",
        "class A<",
        "fn a<",
        "func a(",
        "function a(",
        "int a(",
        "int *",
        "template<",
        "import a, ",
        "public static ",
    ),
    *(
        "url(",
        "@media ",
        "a{b:",
        "if ",
        "case ",
        "struct ",
        "type a = ",
        "a?b:",
        "a?",
        "operator ",
        "- old\n",
        "+new\n",
    ),
]


def within_bounds(unit: str) -> str:
    """Return as much of a repeated unit as is ever read, in lines that are short enough."""
    text = (unit * MOST_CHARACTERS)[:MOST_CHARACTERS]
    text = re.sub(rf"\s{{{MOST_BLANKS},}}", lambda blanks: blanks[0][: MOST_BLANKS - 1] + "x", text)
    text = re.sub(rf"[^\n]{{{LONGEST_LINE}}}", lambda line: line[0][:-1] + "\n", text)
    return text[: MOST_CHARACTERS - 1] + "\x01"


def worst_of(language: str) -> tuple[float, str]:
    """Return the longest time, and what it was taken for."""
    from pygments.lexers import get_lexer_by_name

    lexer = get_lexer_by_name(language, **({"handlecodeblocks": False} if language == "markdown" else {}))
    times = []
    for unit in UNITS:
        text = within_bounds(unit)
        begin = time.process_time()
        for _ in lexer.get_tokens_unprocessed(text):
            pass
        times.append((time.process_time() - begin, unit))
    return max(times)


def main() -> int:
    """Print the worst of each language; fail if one is too slow."""
    failed = 0
    for language in sys.argv[1:] or LANGUAGES:
        seconds, unit = worst_of(language)
        failed += seconds > MOST
        print(f"{language:12} {seconds * 1000:6.0f} ms  {unit!r}{'  too slow' if seconds > MOST else ''}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
