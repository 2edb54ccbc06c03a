"""`python -m editor_app` is the same as the `foreword` command."""

# A repository may hold a `json.py` or a `git`, and Python looks into the current folder, and into what
# PYTHONPATH names, before its own library. So nothing is imported here but what Python itself has loaded
# already, until those folders are forgotten; an import from `__future__` would be one.
import os
import site
import sys

_INTERRUPTED = 130
_SEARCHED = ("PATH", "LD_LIBRARY_PATH", "QT_PLUGIN_PATH", "QT_QPA_PLATFORM_PLUGIN_PATH")


def main() -> int:
    """Run `foreword`, which imports and runs nothing from the current folder or an inherited PYTHONPATH."""
    forget_untrusted_folders()
    from editor_app.cli import main as run_command

    code = run_command()
    if code == _INTERRUPTED and "PySide6" not in sys.modules:
        # Python would look through all there is for garbage, which takes longer than Ctrl-C may.
        import gc

        gc.freeze()
    return code


def forget_untrusted_folders() -> None:
    """Take them out of `sys.path`, and out of the environment that libraries and other processes search."""
    here = _current_folder()
    named = os.environ.pop("PYTHONPATH", "").split(os.pathsep)
    untrusted = {here, *(_real(entry, here) for entry in named)} - _folders_of_python()
    sys.path[:] = [entry for entry in sys.path if _real(entry, here) not in untrusted]
    for variable in _SEARCHED:
        if variable in os.environ:
            entries = os.environ[variable].split(os.pathsep)
            trusted = [entry for entry in entries if os.path.isabs(entry) and not _lies_in(entry, here)]
            if trusted:
                os.environ[variable] = os.pathsep.join(trusted)
            elif variable == "PATH":  # an empty one would stand for the current folder
                os.environ[variable] = os.defpath
            else:
                del os.environ[variable]


def _current_folder() -> str:
    try:
        return os.path.realpath(os.getcwd())
    except OSError:  # it was deleted, and nothing is in it
        return os.sep


def _real(entry: str, here: str) -> str:
    return os.path.realpath(os.path.join(here, entry))


def _folders_of_python() -> set[str]:
    """Return the folders of the standard library and of what is installed, should PYTHONPATH name them."""
    standard = os.path.dirname(os.__file__)
    folders = (standard, os.path.join(standard, "lib-dynload"), *site.getsitepackages(), site.USER_SITE)
    return {os.path.realpath(folder) for folder in folders if folder}


def _lies_in(entry: str, here: str) -> bool:
    """Whether a folder is the current one, or in it; much of the system is in the root and in a home."""
    real = os.path.realpath(entry)
    holds_everything = here in (os.sep, os.path.realpath(os.path.expanduser("~")))
    return real == here or (not holds_everything and real.startswith(here + os.sep))


if __name__ == "__main__":
    sys.exit(main())
