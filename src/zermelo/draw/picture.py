"""Write a picture to a file: SVG as it is, PNG and PDF by CairoSVG, which is an extra."""

import re
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from stat import S_ISDIR
from typing import Any

from zermelo.errors import Problem

FORMATS = (".svg", ".png", ".pdf")
SHARPER = 2.0  # pixels of a PNG for each unit of the picture
LARGEST = 32_000  # pixels in a row or column: Cairo knows no more
MOST_PIXELS = 100e6  # pixels in all


def can_write(file: str | Path) -> Path:
    """The file, if a picture can be written there: ask before long work."""
    file = Path(file)
    suffix = file.suffix.lower()
    if suffix not in FORMATS:
        raise Problem(
            f"a picture is written as {', '.join(FORMATS[:-1])} or {FORMATS[-1]}, not {suffix or file.name!r}"
        )
    try:
        if not file.parent.is_dir():
            raise Problem(f"cannot write {file}: there is no folder {file.parent}")
        with suppress(FileNotFoundError):
            if S_ISDIR(file.stat().st_mode):
                raise Problem(f"cannot write {file}: it is a folder")
    except OSError as error:  # its name is too long
        raise Problem(f"cannot write {file}: {error.strerror}") from None
    if suffix != ".svg":
        _cairo(suffix)
    return file


def write_picture(svg: str, file: str | Path) -> None:
    """Write an SVG text to a file, in the format that its name ends in."""
    file = can_write(file)
    suffix = file.suffix.lower()
    try:
        if suffix == ".svg":
            file.write_text(svg, encoding="utf-8")
        elif suffix == ".png":
            file.write_bytes(_cairo(suffix).svg2png(bytestring=svg.encode(), scale=_scale(svg)))
        else:
            file.write_bytes(_cairo(suffix).svg2pdf(bytestring=svg.encode()))
    except OSError as error:
        raise Problem(f"cannot write {file}: {error.strerror or error}") from None


def _cairo(suffix: str) -> Any:
    """What draws in a format that is not text."""
    try:
        return import_module("cairosvg")
    except ImportError:
        raise Problem(f"{suffix} needs CairoSVG: pip install 'zermelo[pictures]'; .svg needs nothing") from None
    except OSError:  # it looks for the library when it is imported
        raise Problem(
            f"{suffix} needs the Cairo library (Debian: apt-get install libcairo2); .svg needs nothing"
        ) from None


def _scale(svg: str) -> float:
    """Sharp, but no larger than a PNG can be."""
    size = re.search(r'width="([\d.e+]+)" height="([\d.e+]+)"', svg)
    width, height = (float(part) for part in size.groups()) if size else (1.0, 1.0)
    return min(SHARPER, LARGEST / max(width, height), (MOST_PIXELS / (width * height)) ** 0.5)
