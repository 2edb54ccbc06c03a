"""`foreword conversation`: the actions on the prompts of conversations."""
