"""`foreword conversation`: one module per action."""
