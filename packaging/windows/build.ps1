# Build Foreword for Windows from the last commit: dist\Foreword-VERSION-setup.exe, an installer.
#
#   powershell -ExecutionPolicy Bypass -File packaging\windows\build.ps1
#
# It needs Git, NSIS 3.08 or newer and Python 3.11 or newer, of 64 bits; -Python NAME names one.

param([string] $Python = 'python')

Set-StrictMode -Version 3
$ErrorActionPreference = 'Stop'

$project = (Resolve-Path (Join-Path $PSScriptRoot '..\..')).Path
$scratch = Join-Path ([IO.Path]::GetTempPath()) "foreword-$([Guid]::NewGuid().ToString('N').Substring(0, 8))"
$sources = Join-Path $scratch 'sources'
$packaging = Join-Path $sources 'packaging'

function Invoke-Program([string] $What, [string] $Program, [string[]] $Words) {
    Write-Host "$What."
    $ErrorActionPreference = 'Continue' # what a program says on standard error is no fault
    & $Program @Words | Out-Host
    if ($LASTEXITCODE -ne 0) { throw "$What did not work: $Program ended with exit code $LASTEXITCODE." }
}

function Find-Program([string] $Name, [string] $Place, [string] $Remedy) {
    $found = Get-Command $Name -CommandType Application -ErrorAction SilentlyContinue | Select-Object -First 1
    if ($found) { return $found.Source }
    if ($Place -and (Test-Path -LiteralPath $Place)) { return $Place }
    throw "There is no $Name. $Remedy"
}

$git = Find-Program 'git' '' 'Install Git for Windows.'
$makensis = Find-Program 'makensis' "${env:ProgramFiles(x86)}\NSIS\makensis.exe" 'Install NSIS from nsis.sourceforge.io.'
$python = Find-Program $Python '' 'Install Python 3.11 or newer, or name one with -Python.'
& $python -I -c 'import sys; sys.exit(sys.version_info < (3, 11) or sys.maxsize < 2**32)'
if ($LASTEXITCODE -ne 0) { throw "$python is not Python 3.11 or newer of 64 bits. Name one with -Python." }

New-Item -ItemType Directory $scratch | Out-Null
try {
    # The files of the last commit as they are in it, whatever else lies in the folder and whatever Git makes of line ends.
    $archive = Join-Path $scratch 'sources.zip'
    Invoke-Program 'Taking the last commit' $git @(
        '-C', $project, '-c', 'core.autocrlf=false', '-c', 'core.eol=lf', 'archive', '--format=zip', "--output=$archive", 'HEAD')
    Expand-Archive -LiteralPath $archive -DestinationPath $sources
    $commit, $seconds = (& $git -C $project log -1 '--format=%H %ct') -split ' '
    $date = [DateTimeOffset]::FromUnixTimeSeconds($seconds).ToString('yyyy-MM-dd', [cultureinfo]::InvariantCulture)
    $env:SOURCE_DATE_EPOCH = $seconds
    $env:PYTHONHASHSEED = '0'
    $env:PYTHONPATH = ''
    $env:PIP_DISABLE_PIP_VERSION_CHECK = '1'
    $env:QT_QPA_PLATFORM = 'offscreen' # to draw the icons

    Invoke-Program 'Making an environment' $python @('-I', '-m', 'venv', "$scratch\environment")
    $python = "$scratch\environment\Scripts\python.exe"
    Invoke-Program 'Installing Foreword and what it needs' $python @(
        '-I', '-m', 'pip', 'install', '--quiet', '--no-cache-dir', '--no-input', "${sources}[serve,run]", 'pyinstaller>=6.16,<7')
    $version, $package = & $python -I -c 'import editor_app; print(editor_app.__version__, editor_app.__path__[0], sep=chr(10))'
    $build = @{ kind = 'windows'; commit = $commit; date = $date } | ConvertTo-Json -Compress
    [IO.File]::WriteAllText("$package\shipped\build.json", $build)

    $bundle = Join-Path $scratch 'dist\foreword'
    Invoke-Program 'Drawing the icons' $python @('-I', "$packaging\desktop\make_icons.py", "$sources\build\icons")
    Invoke-Program 'Making the program' $python @(
        '-P', '-m', 'PyInstaller', '--noconfirm', '--log-level', 'WARN', '--distpath', "$scratch\dist",
        '--workpath', "$scratch\work", "$packaging\bundle\foreword.spec")
    Invoke-Program 'Adding the licences' $python @('-I', "$packaging\bundle\licences.py", "$bundle\licences")

    $installer = Join-Path $project "dist\Foreword-$version-setup.exe"
    New-Item -ItemType Directory -Force (Join-Path $project 'dist') | Out-Null
    Invoke-Program 'Making the installer' $makensis @(
        '-WX', '-V2', "-DVERSION=$version", "-DDIST=$bundle", "-DOUT=$installer",
        "-DICON=$sources\build\icons\foreword.ico", "$packaging\windows\foreword.nsi")
    Write-Host "Built $installer."
}
finally {
    Remove-Item -Recurse -Force -LiteralPath $scratch -ErrorAction Continue
}
