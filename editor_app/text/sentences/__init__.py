"""Sentences as ids with parameters, and the catalogues that give their text in each language.

A catalogue is a folder with a file in the syntax of Project Fluent for each room, `template.ftl` for ids that
begin with `template.`. It may say

    undeclared = ‘{$name}’ is not declared.         a parameter: text, a number, another sentence
    known = Known are {OR($names, each: "‘*’")}.    several, joined: AND, OR, LIST, SENTENCES
    found = {$count ->                              a choice by the number's plural form, or by a word
        [one] One file is there.
       *[other] {$count} files are there.
     }
    found-here = {found} See below.                 another entry of the same room

A sentence is one entry, never the end of another, so that a translation may order its words; which of a few
things it says is a choice by a word. What every room counts, such as “2 files”, is in `text.ftl`.

A `Sentence` is text in the language of the process, which FOREWORD_LANGUAGE or the locale chooses.

The library of Project Fluent takes 100 ms to import; this takes two.
"""
