; The installer for Windows, for one user, who need not be an administrator. build.ps1 makes it:
;
;   makensis -DVERSION=0.1.0 -DDIST=FOLDER -DOUT=FILE.exe [-DICON=FILE.ico] foreword.nsi
;
; FOLDER holds foreword.exe, foreword-window.exe and _internal. With /S it asks nothing; exit code 2: nothing was done.

Unicode true
ManifestDPIAware true
ManifestLongPathAware true
RequestExecutionLevel user
SetCompressor /SOLID lzma
SetDateSave off ; the same files give the same installer, whenever they were made
AllowSkipFiles off

!include "MUI2.nsh"
!include "FileFunc.nsh"
!include "LogicLib.nsh"
!include "Memento.nsh"
!include "WinVer.nsh"
!include "x64.nsh"

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Foreword"
!define CLASSES "Software\Classes"
!define PROGRAM "foreword-window.exe"
!define UNINSTALLER "foreword-uninstall.exe" ; its folder may be on the PATH
!define MEMENTO_REGISTRY_ROOT HKCU
!define MEMENTO_REGISTRY_KEY "${UNINSTALL}"

Name "Foreword"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Foreword"
InstallDirRegKey HKCU "${UNINSTALL}" "InstallLocation"
BrandingText "Foreword ${VERSION}"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Foreword"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "Installs Foreword"
VIAddVersionKey "LegalCopyright" "MIT License"

!ifdef ICON
    !define MUI_ICON "${ICON}"
    !define MUI_UNICON "${ICON}"
!endif
!define MUI_COMPONENTSPAGE_NODESC
!define MUI_FINISHPAGE_RUN "$INSTDIR\${PROGRAM}"
!define MUI_FINISHPAGE_RUN_TEXT "Open Foreword"
!define WHAT_STAYS "Your texts, settings and local history stay where they are, also those in $LOCALAPPDATA\foreword."
!define MUI_UNCONFIRMPAGE_TEXT_TOP "Foreword is removed from this folder. ${WHAT_STAYS}"
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

!define IN_USE "Foreword is running, or another program uses its files in $INSTDIR. Close it, then try again."
!define NOT_EMPTY "The folder $INSTDIR holds other files. Move them away, then install Foreword again."

; Take the files away that the program was installed with. Windows renames no folder while a file in it is in use.
!macro RemoveProgram
    RMDir /r "$INSTDIR\_internal.old"
    ${Do}
        ClearErrors
        ${IfNot} ${FileExists} "$INSTDIR\_internal\*.*"
            ${Break}
        ${EndIf}
        Rename "$INSTDIR\_internal" "$INSTDIR\_internal.old"
        ${IfNot} ${Errors}
            ${Break}
        ${EndIf}
        MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "${IN_USE}" /SD IDCANCEL IDRETRY +2
        Abort "${IN_USE}"
    ${Loop}
    RMDir /r "$INSTDIR\_internal.old"
    RMDir /r "$INSTDIR\licences"
    Delete "$INSTDIR\foreword.exe"
    Delete "$INSTDIR\${PROGRAM}"
!macroend

!macro ForEachType MACRO
    !insertmacro ${MACRO} ".md"
    !insertmacro ${MACRO} ".markdown"
    !insertmacro ${MACRO} ".tmpl"
!macroend
!macro AddType EXTENSION ; to the list of Open with; what opens such files by default stays
    WriteRegStr HKCU "${CLASSES}\Applications\${PROGRAM}\SupportedTypes" "${EXTENSION}" ""
    WriteRegStr HKCU "${CLASSES}\${EXTENSION}\OpenWithProgids" "Foreword.Text" ""
!macroend
!macro RemoveType EXTENSION
    DeleteRegValue HKCU "${CLASSES}\${EXTENSION}\OpenWithProgids" "Foreword.Text"
    DeleteRegKey /ifempty HKCU "${CLASSES}\${EXTENSION}\OpenWithProgids"
    DeleteRegKey /ifempty HKCU "${CLASSES}\${EXTENSION}"
!macroend
!macro TellOfTypes
    System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)' ; SHCNE_ASSOCCHANGED
!macroend

; Have the program's folder at the end of the user's PATH, or no more. A variable of NSIS would cut the PATH after 1023
; characters, so it stays in memory of Windows, between semicolons, and is written with the type it had.
!macro PathFunctions UN
Function ${UN}ReadPath ; -> $1 type, $3 memory with `;PATH;`, $5 where in it `;FOLDER;` begins or 0; $0 not 0: a fault
    System::Call 'advapi32::RegGetValueW(p 0x80000001, w "Environment", w "Path", i 0x10000006, *i .r1, p 0, *i .r2) i .r0'
    ${If} $0 = 2 ; there is none
        StrCpy $0 0
        StrCpy $1 2 ; REG_EXPAND_SZ
        StrCpy $2 0
    ${EndIf}
    IntOp $4 $2 + 4096 ; bytes for the folder and semicolons
    System::Alloc $4
    Pop $3
    System::Call 'kernel32::lstrcpyW(p r3, w ";")'
    ${If} $2 > 0
        IntPtrOp $4 $3 + 2
        System::Call 'advapi32::RegGetValueW(p 0x80000001, w "Environment", w "Path", i 0x10000006, p 0, p r4, *i r2) i .r0'
    ${EndIf}
    System::Call 'kernel32::lstrcatW(p r3, w ";")'
    StrCpy $6 ";$INSTDIR;"
    System::Call 'shlwapi::StrStrIW(p r3, w r6) p .r5'
FunctionEnd

Function ${UN}WritePath ; $1, $3 as above, but without the semicolon at the end
    IntPtrOp $4 $3 + 2
    System::Call 'kernel32::lstrlenW(p r4) i .r2'
    ${If} $2 = 0
        DeleteRegValue HKCU "Environment" "Path"
    ${Else}
        IntOp $2 $2 * 2
        IntOp $2 $2 + 2
        System::Call 'advapi32::RegSetKeyValueW(p 0x80000001, w "Environment", w "Path", i r1, p r4, i r2)'
    ${EndIf}
    SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=5000
FunctionEnd

Function ${UN}CutPath ; $3 without its last character
    System::Call 'kernel32::lstrlenW(p r3) i .r2'
    IntOp $2 $2 * 2
    IntOp $2 $2 - 2
    IntPtrOp $4 $3 + $2
    System::Call '*$4(&i2 0)'
FunctionEnd

Function ${UN}LeavePath
    Call ${UN}ReadPath
    ${If} $0 = 0
    ${AndIf} $5 P<> 0
        StrLen $2 $6
        IntOp $2 $2 - 1
        IntOp $2 $2 * 2
        IntPtrOp $4 $5 + $2 ; the semicolon behind the folder
        System::Call 'kernel32::lstrlenW(p r4) i .r2'
        IntOp $2 $2 * 2
        IntOp $2 $2 + 2
        System::Call 'kernel32::RtlMoveMemory(p r5, p r4, p r2)'
        Call ${UN}CutPath
        Call ${UN}WritePath
    ${EndIf}
    System::Free $3
FunctionEnd
!macroend
!insertmacro PathFunctions ""
!insertmacro PathFunctions "un."

Function JoinPath
    Call ReadPath
    ${If} $0 = 0
    ${AndIf} $5 P= 0
        System::Call 'kernel32::lstrlenW(p r3) i .r2'
        IntOp $2 $2 * 2
        IntOp $2 $2 - 4
        IntPtrOp $4 $3 + $2
        System::Call '*$4(&w2 .r5)'
        ${If} $5 == ";;" ; it is empty, or ends in a semicolon of its own
            Call CutPath
        ${EndIf}
        System::Call 'kernel32::lstrcatW(p r3, w "$INSTDIR")'
        Call WritePath
    ${EndIf}
    System::Free $3
FunctionEnd

Section "Foreword"
    SectionIn RO
    ${DirState} "$INSTDIR" $0
    ${If} $0 = 1 ; not empty
    ${AndIfNot} ${FileExists} "$INSTDIR\${UNINSTALLER}"
        MessageBox MB_OK|MB_ICONEXCLAMATION "${NOT_EMPTY}" /SD IDOK
        Abort "${NOT_EMPTY}"
    ${EndIf}
    !insertmacro RemoveProgram
    SetOutPath "$INSTDIR"
    WriteUninstaller "$INSTDIR\${UNINSTALLER}"
    File /r "${DIST}/*"

    CreateShortcut "$SMPROGRAMS\Foreword.lnk" "$INSTDIR\${PROGRAM}" "" "" 0 SW_SHOWNORMAL "" "Write system prompts"

    WriteRegStr HKCU "${CLASSES}\Foreword.Text" "" "Text"
    WriteRegStr HKCU "${CLASSES}\Foreword.Text\DefaultIcon" "" "$INSTDIR\${PROGRAM},0"
    WriteRegStr HKCU "${CLASSES}\Foreword.Text\shell\open\command" "" '"$INSTDIR\${PROGRAM}" "%1"'
    WriteRegStr HKCU "${CLASSES}\Applications\${PROGRAM}" "FriendlyAppName" "Foreword"
    WriteRegStr HKCU "${CLASSES}\Applications\${PROGRAM}\shell\open\command" "" '"$INSTDIR\${PROGRAM}" "%1"'
    !insertmacro ForEachType AddType

    WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Foreword"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\${PROGRAM},0"
    WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\${UNINSTALLER}"'
    WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\${UNINSTALLER}" /S'
    WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
    WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
    ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
    WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" $0
SectionEnd

${MementoSection} "$\"Open in Foreword$\" in the menu of folders" FOLDER_MENU
    WriteRegStr HKCU "${CLASSES}\Directory\shell\Foreword" "" "Open in Foreword"
    WriteRegStr HKCU "${CLASSES}\Directory\shell\Foreword" "Icon" "$INSTDIR\${PROGRAM},0"
    WriteRegStr HKCU "${CLASSES}\Directory\shell\Foreword\command" "" '"$INSTDIR\${PROGRAM}" "%1"'
${MementoSectionEnd}

${MementoSection} "The command $\"foreword$\" in terminals (PATH)" ON_PATH
    Call JoinPath
${MementoSectionEnd}
${MementoSectionDone}

Section "-What was chosen before, and no more"
    ${IfNot} ${SectionIsSelected} ${FOLDER_MENU}
        DeleteRegKey HKCU "${CLASSES}\Directory\shell\Foreword"
    ${EndIf}
    ${IfNot} ${SectionIsSelected} ${ON_PATH}
        Call LeavePath
    ${EndIf}
    !insertmacro TellOfTypes
SectionEnd

Section "Uninstall"
    !insertmacro RemoveProgram
    Delete "$INSTDIR\${UNINSTALLER}"
    RMDir "$INSTDIR" ; only if nothing else is in it
    Delete "$SMPROGRAMS\Foreword.lnk"
    Call un.LeavePath
    !insertmacro ForEachType RemoveType
    DeleteRegKey HKCU "${CLASSES}\Foreword.Text"
    DeleteRegKey HKCU "${CLASSES}\Applications\${PROGRAM}"
    DeleteRegKey HKCU "${CLASSES}\Directory\shell\Foreword"
    DeleteRegKey HKCU "${UNINSTALL}"
    !insertmacro TellOfTypes
SectionEnd

Function .onInit
    ${IfNot} ${RunningX64}
    ${OrIfNot} ${AtLeastWin10}
        MessageBox MB_OK|MB_ICONEXCLAMATION "Foreword needs Windows 10 or later, of 64 bits." /SD IDOK
        SetErrorLevel 2
        Quit
    ${EndIf}
    ${MementoSectionRestore}
FunctionEnd

Function .onInstSuccess
    ${MementoSectionSave}
FunctionEnd
