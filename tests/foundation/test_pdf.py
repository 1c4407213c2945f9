"""A PDF of ours prints a name in any script, and gives it back to whoever copies or searches it."""

import io
import re

import pytest
from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from retaguarda.foundation import pdf


def written(*lines: str) -> bytes:
    file = pdf.PdfFile(out := io.BytesIO())
    file.page([pdf.left(42, 800 - 20 * place, text, 12) for place, text in enumerate(lines)])
    file.close("Título", "pt")
    return out.getvalue()


def copied(content: bytes) -> str:
    """What a reader of PDF copies: the text of the fonts, and for a run with a text of its own (ActualText) that one."""
    page = PdfReader(io.BytesIO(content)).pages[0]
    contents = page.get_contents()
    assert contents is not None
    meant = re.findall(rb"/ActualText <FEFF([0-9A-F]+)>>> BDC \((.*?)\) Tj", contents.get_data())
    text = page.extract_text()
    for own, drawn in meant:
        text = text.replace(drawn.decode("cp1252"), bytes.fromhex(own.decode()).decode("utf-16-be"), 1)
    return text


@pytest.mark.parametrize(
    "name",
    [
        "José (Zé) d'Ávila \\ Filhos",
        "Γιώργος Παπαδόπουλος",
        "Дмитрий Иванов",
        "Nguyễn Thị Hương",
        "Łukasz Żółć",
        "王小明",
        "محمد علي",
        "Padaria 🍞 Três Irmãos",
    ],
)
def test_a_name_in_any_script_is_in_the_file_as_it_was_written(name: str) -> None:
    content = written("before", name, "after")
    assert copied(content).split("\n") == ["before", name, "after"]
    assert b"?" not in PdfReader(io.BytesIO(content)).pages[0]["/Contents"].get_object().get_data()  # type: ignore[union-attr]


def test_a_script_that_no_font_has_is_drawn_in_latin_letters() -> None:
    text = PdfReader(io.BytesIO(written("王小明 & Cia"))).pages[0].extract_text()
    assert text == "WangXiaoMing & Cia"


def test_a_file_embeds_the_letters_it_uses_and_none_without_need() -> None:
    plain, greek = written("São Paulo"), written("Γιώργος")
    assert b"FontFile2" not in plain
    assert b"FontFile2" in greek
    assert len(greek) < len(plain) + 20_000
    fonts = PdfReader(io.BytesIO(greek)).pages[0]["/Resources"]["/Font"]  # type: ignore[index]
    assert isinstance(fonts, DictionaryObject)
    assert [str(name) for name in fonts] == ["/F1", "/F2", "/F3"]


def test_a_line_breaks_where_its_letters_end_in_whatever_font() -> None:
    name = "Γιώργος Παπαδόπουλος 王小明王小明王小明王小明"
    lines = pdf.wrapped(name, 10, 90)
    assert len(lines) > 2
    assert all(pdf.width(line, 10) <= 90 for line in lines)
    assert "".join(lines).replace(" ", "") == name.replace(" ", "")


def test_text_that_looks_like_an_operator_is_text() -> None:
    assert copied(written("(<0394> Tj) /F3")) == "(<0394> Tj) /F3"
