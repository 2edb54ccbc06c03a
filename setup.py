"""Put what lies beside the code into the wheel, where the installed program looks for it."""

from __future__ import annotations

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

SHIPPED = ("resources", "prompts")
NOT_SHIPPED = shutil.ignore_patterns("pictures", "__pycache__")


class BuildWithShippedFolders(build_py):
    """Builds the packages, and copies the shipped folders to `editor_app/shipped`."""

    def run(self) -> None:
        """Build, then copy; an editable install reads the folders where they lie."""
        super().run()
        if self.editable_mode:
            return
        for name in SHIPPED:
            folder = self._folder(name)
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(name, folder, ignore=NOT_SHIPPED)

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        """Return every file this step makes."""
        outputs: list[str] = super().get_outputs(include_bytecode)
        if not self.editable_mode:
            for name in SHIPPED:
                outputs += [str(file) for file in self._folder(name).rglob("*") if file.is_file()]
        return outputs

    def _folder(self, name: str) -> Path:
        return Path(self.build_lib, "editor_app", "shipped", name)


setup(cmdclass={"build_py": BuildWithShippedFolders})
