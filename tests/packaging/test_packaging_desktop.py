"""The icon, the entry in menus, the type of templates and the metadata, read as a desktop reads them."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import struct
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PySide6.QtGui import QIcon, QImage, QImageReader

from desktop import make_icons
from editor_app import __version__
from editor_app.window.kit.theme.svg_images import icon_image, program_icon

PROJECT = Path(__file__).resolve().parents[2]
DESKTOP = PROJECT / "packaging" / "desktop"
ENTRY, TYPES, METADATA = (
    DESKTOP / name for name in ("foreword.desktop", "foreword.xml", "foreword.metainfo.xml")
)
TEMPLATE_TYPE = "text/x-foreword-template"
OPENED = [TEMPLATE_TYPE, "text/markdown"]
MARKDOWN = """<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
<mime-type type="text/markdown"><comment>Markdown</comment><sub-class-of type="text/plain"/></mime-type>
</mime-info>"""
OTHER = "[Desktop Entry]\nType=Application\nName=Other\nExec=other %F\nMimeType=text/plain;inode/directory;\n"


def said_by(*command: str | Path, **environment: str) -> str:
    """Return what a tool says; the test is skipped where there is none, and fails where the tool does."""
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    ran = subprocess.run(
        command,
        env={"LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"], **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
    return ran.stdout


@pytest.fixture(scope="module")
def icons(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("icons")
    make_icons.make_icons(folder / "made")
    return folder / "made"


@pytest.fixture(scope="module")
def entry() -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str
    parser.read_string(ENTRY.read_text("utf-8"))
    return parser["Desktop Entry"]


@pytest.fixture(scope="module")
def metadata() -> ET.Element:
    return ET.parse(METADATA).getroot()


# Icons ------------------------------------------------------------------------------------------------------


def test_the_tree_of_icons_has_each_size_and_drawing_where_desktops_look(icons):
    theme = icons / "hicolor"
    sizes = [16, 22, 24, 32, 48, 64, 128, 256, 512]
    pngs = {f"{size}x{size}/apps/foreword.png": (size, size) for size in sizes}
    drawings = {"scalable/apps/foreword.svg", "symbolic/apps/foreword-symbolic.svg"}
    assert {file.relative_to(theme).as_posix() for file in theme.rglob("*.*")} == {*pngs} | drawings
    images = {name: QImage(str(theme / name)) for name in pngs}
    assert {name: image.size().toTuple() for name, image in images.items()} == pngs
    for name, image in images.items():
        middle = image.width() // 2
        assert image.pixelColor(0, middle).alpha() == 0, f"{name}: beside the page"
        assert image.pixelColor(middle, image.height() // 8).alpha() == 255, f"{name}: on the page"
    colours = {
        image.pixelColor(image.width() * 23 // 32, image.height() // 2).name() for image in images.values()
    }
    assert colours == {"#ffc14d"}, "the caret is where it is in either drawing"


def test_the_symbolic_icon_has_one_colour_and_nothing_but_filled_shapes(icons):
    """What GTK gives a colour of its own: `fill`, and no stroke."""
    [shape] = ET.parse(icons / "hicolor/symbolic/apps/foreword-symbolic.svg").getroot()
    assert set(shape.attrib) == {"d", "fill", "fill-rule"}


def test_both_containers_give_the_pictures_back(icons):
    expected = {
        "foreword.ico": [16, 24, 32, 48, 64, 128, 256],
        "foreword.icns": [32, 64, 128, 256, 256, 512, 512, 1024],
    }
    for name, sizes in expected.items():
        reader = QImageReader(str(icons / name))
        images = []
        for number in range(reader.imageCount()):
            assert reader.jumpToImage(number), name
            images.append(reader.read().convertToFormat(QImage.Format.Format_ARGB32))
        assert [image.width() for image in images] == sizes
        for image in images:
            alone = QImage.fromData(make_icons.png(image.width()))
            assert image == alone.convertToFormat(QImage.Format.Format_ARGB32), f"{name}: {image.width()}"
    data = (icons / "foreword.icns").read_bytes()
    assert struct.unpack(">4sI", data[:8]) == (b"icns", len(data))


def test_the_icons_are_the_same_bytes_each_time(icons, tmp_path):
    make_icons.png.cache_clear()
    make_icons.make_icons(tmp_path)
    made = {file.relative_to(icons): file.read_bytes() for file in icons.rglob("*.*")}
    assert {file.relative_to(tmp_path): file.read_bytes() for file in tmp_path.rglob("*.*")} == made


def test_windows_get_the_drawings_of_their_sizes(qapp):
    icon = program_icon()
    assert isinstance(icon, QIcon)
    for size in icon.availableSizes():
        shown = icon.pixmap(size).toImage().convertToFormat(QImage.Format.Format_ARGB32)
        assert shown == icon_image(size.width()).convertToFormat(QImage.Format.Format_ARGB32)
    assert {size.width() for size in icon.availableSizes()} > {16, 32}


# The entry in menus, and types of files ---------------------------------------------------------------------


def test_the_entry_is_valid(entry):
    assert said_by("desktop-file-validate", ENTRY) == ""
    assert (entry["Exec"], entry["Icon"]) == ("foreword %F", "foreword")


def test_foreword_opens_templates_and_markdown_and_is_the_default_for_nothing_else(tmp_path):
    """Beside a program that opens text and folders, and where it is the only one."""
    data, programs = tmp_path / "data", tmp_path / "bin"
    (data / "applications").mkdir(parents=True)
    (data / "mime" / "packages").mkdir(parents=True)
    shutil.copy(ENTRY, data / "applications")
    shutil.copy(TYPES, data / "mime" / "packages")
    (data / "mime" / "packages" / "system.xml").write_text(MARKDOWN)
    programs.mkdir()
    for name in ("foreword", "other"):
        (programs / name).write_text("#!/bin/sh\n")
        (programs / name).chmod(0o755)
    places = {name: str(data) for name in ("XDG_DATA_HOME", "XDG_DATA_DIRS")}
    places |= {name: str(tmp_path / "config") for name in ("XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "HOME")}
    places["PATH"] = f"{programs}:{os.environ['PATH']}"
    assert said_by("update-mime-database", data / "mime", **places) == ""

    def defaults() -> dict[str, str]:
        said_by("update-desktop-database", data / "applications")
        found = {}
        for name in (*OPENED, "text/plain", "inode/directory"):
            found[name] = said_by("gio", "mime", name, **places).splitlines()[0].rpartition(" ")[2]
        return found

    assert [name for name, program in defaults().items() if program == "foreword.desktop"] == OPENED
    (data / "applications" / "other.desktop").write_text(OTHER)
    programs_by_type = defaults()
    assert programs_by_type.pop(TEMPLATE_TYPE) == "foreword.desktop"
    assert programs_by_type.pop("text/markdown") == "foreword.desktop", "where nothing else names it"
    assert set(programs_by_type.values()) == {"other.desktop"}
    template = tmp_path / "system-prompt.tmpl"
    template.write_text("You help.\n")
    said = said_by("gio", "info", "--attributes=standard::content-type", template, **places)
    assert said.rstrip().endswith(f"standard::content-type: {TEMPLATE_TYPE}")


# Metadata of software centres -------------------------------------------------------------------------------


def test_the_metadata_is_valid():
    assert "Validation was successful" in said_by("appstreamcli", "validate", "--no-net", METADATA)


def test_the_metadata_with_pictures_is_valid_and_each_is_there(tmp_path):
    """As a build puts them in, which knows their address."""
    address = "https://example.org/pictures"
    pictures = (DESKTOP / "screenshots.xml").read_text("utf-8").replace("@PICTURES@", address)
    before, launchable, after = METADATA.read_text("utf-8").partition("</launchable>\n")
    whole = tmp_path / METADATA.name
    whole.write_text(before + launchable + pictures + after, "utf-8")
    assert "Validation was successful" in said_by("appstreamcli", "validate", "--no-net", whole)
    shown = [image.text for image in ET.parse(whole).getroot().iterfind("screenshots/screenshot/image")]
    assert shown
    names = [image.removeprefix(f"{address}/") for image in shown]
    assert [name for name in names if not (PROJECT / "resources" / "pictures" / name).is_file()] == []


def test_the_metadata_names_what_the_entry_and_the_types_have(metadata, entry):
    assert metadata.findtext("name") == entry["Name"]
    assert metadata.findtext("summary") == entry["Comment"]
    assert metadata.findtext("launchable") == ENTRY.name
    assert metadata.findtext("icon") == entry["Icon"]
    assert metadata.findtext("provides/binary") == entry["Exec"].split()[0]
    assert [kind.text for kind in metadata.iterfind("provides/mediatype")] == OPENED
    assert entry["MimeType"] == "".join(f"{name};" for name in OPENED)
    kind = ET.parse(TYPES).getroot()[0]
    assert kind.get("type") == TEMPLATE_TYPE
    categories = {category.text for category in metadata.findall("categories/category")}
    assert categories < set(entry["Categories"].split(";"))


def test_the_releases_are_those_of_the_changelog(metadata):
    changelog = (PROJECT / "resources" / "CHANGELOG.md").read_text("utf-8")
    releases = [(one.get("version"), one.get("date")) for one in metadata.findall("releases/release")]
    headings = re.findall(r"^## \[([0-9.]+)\](?: - ([0-9-]+))?$", changelog, re.MULTILINE)
    assert [version for version, _date in releases] == [version for version, _date in headings]
    assert releases[0][0] == __version__
    for (version, date), (_version, known) in zip(releases, headings, strict=True):
        assert known in {"", date}, f"{version}: the changelog has another date"
