"""The open files and the state of the library, without widgets."""
