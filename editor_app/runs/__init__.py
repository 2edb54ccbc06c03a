"""Runs: sessions of many steps, the triggers that send messages between them, and what the model sees.

    text - read_scenario -> ScenarioReading - link_scenario -> LinkedScenario: steps, chat, triggers, problems
    LinkedScenario - play_scenario -> events - Records -> RunResult: steps, session, RequestLog
    Session - sent_message, sent_step -> model messages - placed_chunk -> a provider's messages -> body

`model/` has the values, `reading/` reads scenario and triggers files, `triggers/` says when a trigger fires,
`loop/` plays, `sent/` and `legality.py` are about the requests, `expectations/` about what is expected of a
run. `endpoint/` asks real models, and `transcripts/` goes the other way: from what other programs wrote to a
scenario.

Only `reading/`, `transcripts/` and `endpoint/` know YAML or JSON.
"""
