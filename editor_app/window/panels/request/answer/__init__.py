"""The answer of a model to the request: its text as it comes, its calls, and how it ended.

`AnswerText` adds what came at its end, so much in each turn, and breaks long lines into blocks, which a copy
joins again.
"""
