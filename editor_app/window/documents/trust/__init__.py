"""Trust in the folder of the variables, and what is offered where there is none.

`WorkspaceTrust` says by folder what values may be looked up. It reads the disk once and again with each
refresh, never while somebody types, and knows what was given or taken back for this window only. Its
`changed` resolves everything again.

What is offered where something is blank are fixes (`TrustFix`, `AllowFix`) that change no text, so problems,
hover card, *Blank and left out* and *Why* show them as they show any other fix.
"""
