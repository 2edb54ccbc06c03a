"""Engine values as JSON and SARIF; no other module makes JSON for output.

For command line and API alike there are also what a name of a library gives (`documents.py`,
`named_texts.py`) and the warnings of a render. Only the words of `Advice` (the option that trusts or allows)
and the workspaces that are trusted are a face's own. `trigger_checks.py` reads what a live agent asks.
`run_reports/` tells a run in Markdown, to people.
"""
