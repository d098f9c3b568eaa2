"""The options by which commands write what they show as a picture too."""

from pathlib import Path
from typing import Annotated

import typer

SvgOption = Annotated[Path | None, typer.Option("--svg", help="Draw it to this .svg file.", metavar="OUT")]
PngOption = Annotated[Path | None, typer.Option("--png", help="Draw it to this .png file.", metavar="OUT")]
PdfOption = Annotated[Path | None, typer.Option("--pdf", help="Draw it to this .pdf file.", metavar="OUT")]


def files_for(*, svg: Path | None, png: Path | None, pdf: Path | None) -> list[Path]:
    """The files that are asked for; ask before any work, as it is a mistake if they cannot be written."""
    from zermelo.draw.picture import can_write
    from zermelo.errors import Problem

    files = [(option, file) for option, file in (("svg", svg), ("png", png), ("pdf", pdf)) if file]
    for option, file in files:
        suffix = can_write(file).suffix.lower()
        if suffix != f".{option}":
            raise Problem(f"--{option} writes .{option}, not {suffix}: use --{suffix[1:]} {file}")
    return [file for _, file in files]


def draw(picture: str, files: list[Path]) -> None:
    """Write an SVG text to these files."""
    from zermelo.draw.picture import write_picture

    for file in files:
        write_picture(picture, file)
