"""Templates for Hypothesis: made of parts that matter, and of anything."""

from __future__ import annotations

from hypothesis import strategies as st

from editor_app.template.dialect import Dialect

BRACES_PARTS = [
    *(
        "{{a}}",
        "{{ b }}",
        "{{c}}",
        "{{#if a}}",
        "{{#if b}}",
        "{{#unless b}}",
        "{{#unless c}}",
        "{{else}}",
        "{{/if}}",
    ),
    *(
        "{{/unless}}",
        "{{ #if a }}",
        "{{ else }}",
        "{{#if a}}\n",
        "{{/if}}\n",
        "{{else}} \n",
        "  {{/if}} \n",
        "\n",
        "\n\n",
    ),
    *("    ", " ", "\t", "x", "# h\n", "é", "{", "}", "{{", "}}", "\\", "\\\\", "\\{{", "!", "-"),
    *("{{!", "{{! c }}", "{{!--", "--}}", "{{!-- d --}}", "{{!--}}"),
    *(
        "{{ a.b }}",
        "{{#each x}}",
        "{{~",
        "{{~a~}}",
        "{{^a}}",
        "{{/a}}",
        "{{#a}}",
        "{{{a}}}",
        "{{^}}",
        "{{else if a}}",
    ),
    *(
        "{% if a %}",
        "{% else %}",
        "{% endif %}",
        "{{&a}}",
        "{{my-var}}",
        "{{# if a}}",
        "{{/ if}}",
        "{{~#if a}}",
        "{{~/if~}}",
    ),
    *("{{a}", "{{ b", "{ {a}}", "{{a} }", "{{#if a}", "{{else}", "{{/if", "{{!-- e\n f\n--}}\n"),
]
BRACKETS_PARTS = [
    *(
        "[a:b]",
        "[ a:b ]",
        "[a: c]",
        "[if a:b]",
        "[if !a:b]",
        "[if c:d]",
        "[ if a:b ]",
        "[else]",
        "[ else ]",
        "[endif]",
    ),
    *("[endif ]", "\n", "\n\n", "    ", " ", "x", "é", "[", "]", "[[", "a:", "[if", "if ", "[a:", ":", "!"),
    *(
        "[literal:[]",
        "[literal: x ]",
        "[if literal:x]",
        "[if system:os]",
        "[c:d]",
        "[z:q]",
        "[if z:q]",
        "[x](y)",
    ),
    *("[my-type:x]", "[IF a:b]", "[if ! a:b]", "[ELSE]", "[ENDIF]", "[end if]", "[else if a:b]", "[a.b:c]"),
    *("{{a:b}}", "{{#if a:b}}", "{{/if}}", "{% if x %}", "[else}", "[endif", "[a:b}", "[if a:b"),
]

braces_texts = st.lists(st.sampled_from(BRACES_PARTS), max_size=16).map("".join)
brackets_texts = st.lists(st.sampled_from(BRACKETS_PARTS), max_size=16).map("".join)
any_text = st.text(st.characters(codec=None), max_size=60) | st.text("{}[]#/!-\\ \n:ailse", max_size=40)
templates = st.one_of(
    braces_texts.map(lambda source: (source, Dialect.BRACES)),
    brackets_texts.map(lambda source: (source, Dialect.BRACKETS)),
)

_value = st.sampled_from(["V", "", "{{a}}", "[a:b]", "\n", " x\n", "\\{{", None])
braces_values = st.dictionaries(st.sampled_from("abc"), _value)
brackets_values = st.dictionaries(st.sampled_from(["a:b", "a: c", "c:d", "z:q", "a:"]), _value)
defaults = st.dictionaries(st.sampled_from("abc"), st.sampled_from(["D", ""]))
known_types = st.sampled_from([None, ("a",), ("a", "z")])
