"""The program of a bundle: what only its libraries need of the environment is taken back first."""

import os
import sys

# On Linux the bundle's first program names its own libraries there, where its children would find them too:
# git, the file manager and the browser take those of the system. `_ORIG` has what stood there before.
_LIBRARIES = "LD_LIBRARY_PATH"
_before = os.environ.pop(f"{_LIBRARIES}_ORIG", None)
os.environ.pop(_LIBRARIES, None)
if _before is not None:
    os.environ[_LIBRARIES] = _before

from editor_app.__main__ import main  # noqa: E402

sys.exit(main())
