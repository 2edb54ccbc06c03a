"""Which names of files and folders are known to hold secrets."""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import PurePath

_FILES = (
    *(".env", ".env.*", "*.env", ".envrc", ".netrc", "_netrc", ".pgpass", ".npmrc", ".pypirc", ".htpasswd"),
    *(".my.cnf", ".git-credentials", ".dockercfg", ".vault-token", ".bash_history", ".zsh_history"),
    *("id_*", "*.pem", "*.key", "*.p12", "*.pfx", "*.ppk", "*.jks", "*.keystore", "*.kdbx", "*.kdb", "*.gpg"),
    *(
        "credentials",
        "credentials.*",
        "secret.*",
        "secrets.*",
        "*.tfstate",
        "*.tfvars",
        "service-account*.json",
    ),
)
_FOLDERS = {".git", ".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".gcloud", ".password-store"}
_SETTINGS = {".config", "appdata"}  # folders in which programs keep their settings, and some of them keys
_IN_SETTINGS = ("*token*", "*credential*", "*secret*", "*password*", "hosts.yml", "rclone.conf", "adc.json")
_MEANT_TO_BE_READ = {".env.example", ".env.sample", ".env.template", ".env.dist"}


def may_hold_secrets(path: PurePath) -> bool:
    """Whether a file's name, or a folder on the way to it, is one that holds keys or passwords."""
    parts = _names_in(path)
    if not parts or is_secret_place(path):
        return bool(parts)
    name = parts[-1]
    patterns = _FILES if _SETTINGS.isdisjoint(parts) else (*_FILES, *_IN_SETTINGS)
    return name not in _MEANT_TO_BE_READ and any(fnmatchcase(name, pattern) for pattern in patterns)


def is_secret_place(folder: PurePath) -> bool:
    """Whether a folder is one that holds keys or passwords, or lies in one."""
    return not _FOLDERS.isdisjoint(_names_in(folder))


def _names_in(path: PurePath) -> list[str]:
    # in any case, as some file systems ignore it; Windows drops dots and spaces at a name's end
    return [part.lower().rstrip(". ") for part in path.parts]
