"""Pictures in files: in the format that the name ends in, or a one-line problem before any work."""

import io
import struct

import pytest

import zermelo as z
from zermelo.draw import picture
from zermelo.draw.picture import can_write, write_picture
from zermelo.draw.words import haloed, wide

SQUARE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="#f00"/></svg>'
)
BEGINNINGS = {"a.svg": b"<svg ", "a.png": b"\x89PNG", "a.pdf": b"%PDF", "A.SVG": b"<svg ", "A.PNG": b"\x89PNG"}


def size_of(png: bytes) -> tuple[int, int]:
    return struct.unpack(">II", png[16:24])


def pixels(svg: str):
    """The picture as Cairo draws it."""
    from cairosvg import svg2png
    from PIL import Image

    return Image.open(io.BytesIO(svg2png(bytestring=svg.encode(), scale=4))).convert("RGB")


@pytest.mark.parametrize("name", BEGINNINGS)
def test_the_name_says_the_format(tmp_path, name):
    write_picture(SQUARE, tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(BEGINNINGS[name])


def test_svg_is_written_as_it_is(tmp_path):
    write_picture(SQUARE.replace("60", "61"), tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == SQUARE.replace("60", "61")


def test_png_is_sharp(tmp_path):
    write_picture(SQUARE, tmp_path / "a.png")
    assert size_of((tmp_path / "a.png").read_bytes()) == (120, 80)


def test_a_png_as_wide_as_it_can_be(tmp_path):
    """Wider than that, Cairo draws nothing at all."""
    write_picture(SQUARE.replace("60", "50000"), tmp_path / "a.png")
    width, height = size_of((tmp_path / "a.png").read_bytes())
    assert (width, height) == (32000, 26)  # 25.6 of them


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.txt", "a picture is written as .svg, .png or .pdf, not '.txt'"),
        ("a", "a picture is written as .svg, .png or .pdf, not 'a'"),
        ("a.jpg", "a picture is written as .svg, .png or .pdf, not '.jpg'"),
        ("nowhere/a.svg", "there is no folder .*nowhere"),
        ("folder.svg", "cannot write .*folder.svg: it is a folder"),
    ],
)
def test_where_no_picture_can_be(tmp_path, name, expected):
    (tmp_path / "folder.svg").mkdir()
    for ask in (can_write, lambda file: write_picture(SQUARE, file)):
        with pytest.raises(z.Problem, match=expected):
            ask(tmp_path / name)


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (ImportError("no cairosvg"), r"\.png needs CairoSVG: pip install 'zermelo\[pictures\]'"),
        (OSError("no library called cairo"), r"\.png needs the Cairo library \(Debian: apt-get install libcairo2\)"),
    ],
)
def test_without_cairo(tmp_path, monkeypatch, error, expected):
    """It is an extra: whoever lacks it is told so before any work, and can still have SVG."""

    def absent(name):
        raise error

    monkeypatch.setattr(picture, "import_module", absent)
    with pytest.raises(z.Problem, match=expected):
        can_write(tmp_path / "a.png")
    write_picture(SQUARE, can_write(tmp_path / "a.svg"))


def test_a_file_that_cannot_be_written(tmp_path, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.write_text", full)
    with pytest.raises(z.Problem, match=r"cannot write .*a\.svg: No space left on device"):
        write_picture(SQUARE, tmp_path / "a.svg")


def test_letters_on_lines_are_readable():
    """Their light lies below them, whatever draws it: in the middle of a letter there is its own colour."""
    frame = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40"/>{}</svg>'
    drawn = pixels(frame.format(haloed("I", 15, 30, size=30, fill="#0b5fa5")))
    colours = {colour for _, colour in drawn.getcolors(100_000)}
    assert {(0x0B, 0x5F, 0xA5), (255, 255, 255), (0, 0, 0)} <= colours


def test_scores_on_a_board_are_readable():
    drawn = pixels(z.load("othello").start().svg(labels={"d3": "+2"}))
    assert (0x0B, 0x5F, 0xA5) in {colour for _, colour in drawn.getcolors(1_000_000)}


def test_no_word_is_wider_than_thought():
    """In the font that is drawn with here, of what is written at trees: a layout relies on it."""
    frame = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="40" font-family="sans-serif">{}</svg>'
    for text in ("[-inf, +inf]", "0123456789", "≤-333332", "24-20", "(0.44, 0.44, 0.12)", "… 15 more"):
        box = pixels(
            frame.format(f'<rect width="400" height="40" fill="#fff"/><text x="0" y="30" font-size="20">{text}</text>')
        )
        right = max(
            x for x in range(box.width) if any(box.getpixel((x, y)) != (255, 255, 255) for y in range(0, box.height, 4))
        )
        assert right / 4 <= 1.06 * wide(text, 20), text
