"""Requests to providers: assembled from a system text and messages, and checked before they are sent.

    SystemText, messages - assemble_request -> Request: body, parts - check_assembled -> findings
    any body - view_body -> BodyView - checks -> findings - placed -> diagnostics of its text, with fixes

`building.py` puts together what every face sends: a `Draft` has no shape yet, and a module of `shapes/`
writes it. Each part says where in the body it stands (`Place`: keys and numbers) and where it comes from. The
system text is split where what it is made of changes (`SystemText.blocks` in `parts.py`).

The checks see a `BodyView`, the same for all shapes, and give a `Finding` at a place, with a change of the
body that mends it. `body_text.py` makes spans and edits of that, of the text of the body that is shown or of
the one it was read from. What a provider takes is one table, `provider_rules.py`, which `runs/legality.py`
reads too. A rule that some models have is an error for those, and a warning where the model is not known.

Facts about models and the fields of bodies are in `resources/models.toml`.
"""
