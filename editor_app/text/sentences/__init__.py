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

`spoken().say(text)` says a sentence in the language of the process where a person reads it: on a line of the
command line, in a label. `str` of one is English, which logs and programs read.

The library of Project Fluent takes 100 ms to import; this takes two.
"""
