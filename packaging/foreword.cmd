@rem The command `foreword` of a wheel on Windows. As packaging/foreword, it lets nothing in that PYTHONPATH names.
@setlocal
@set "python=%~dp0python.exe"
@if not exist "%python%" set "python=%~dp0..\python.exe"
@rem Installed for one user alone, it is away from its Python. The current folder is not searched for one.
@set NoDefaultCurrentDirectoryInExePath=1
@if not exist "%python%" set "python=py.exe"
@"%python%" -E -P -m editor_app %*
