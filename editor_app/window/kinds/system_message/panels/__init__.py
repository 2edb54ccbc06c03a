"""The panels that only system messages have, one package each."""
