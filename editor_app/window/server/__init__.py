"""The server for programs, `foreword serve`, started from the window in a process of its own."""
