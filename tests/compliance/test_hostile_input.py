"""What is sent to deceive: names in letters of other alphabets, files that are two things or far too much. Nothing of it gets by."""

import io
import random
import struct
import tracemalloc
import zlib
from collections.abc import AsyncIterator, Callable

import pytest
from PIL import Image

from compliance.test_block_list import UPLOADS
from people import Person
from retaguarda.compliance.kyc.draw_pages import draw_pages
from retaguarda.compliance.pld_rules.check_conditions import Conditions
from retaguarda.compliance.screening.compare_subject import Asked, Listed, compare_subject
from retaguarda.compliance.screening.parse_words import keys_of
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.files.content import kind_of
from retaguarda_demo.papers import paper

NAMES = ("Rodrigo Cavalcanti Pinheiro", "Severino Quixabeira Montalvão", "Teodora Pacheco Bernardes")
#: How somebody writes a name so that it looks alike, or reads alike, and is other bytes.
DISGUISES: dict[str, Callable[[str], str]] = {
    "cyrillic": lambda name: name.translate(str.maketrans("aeopcxABEKMHOPCTX", "аеорсхАВЕКМНОРСТХ")),
    "greek": lambda name: name.replace("o", "ο").replace("i", "ι"),
    "zero width": "\u200b".join,
    "joiner": lambda name: name.replace("r", "r\u200d"),
    "soft hyphen": lambda name: name.replace("e", "e\u00ad"),
    "right to left": lambda name: "\u202e" + name,
    "full width": lambda name: "".join(chr(ord(each) + 0xFEE0) if "!" <= each <= "~" else each for each in name),
    "no-break space": lambda name: name.replace(" ", "\u00a0"),
    "turned around": lambda name: " ".join(reversed(name.split())),
    "surname first": lambda name: f"{name.split()[-1]}, {' '.join(name.split()[:-1])}",
    "capitals": str.upper,
}


@pytest.mark.parametrize("disguise", DISGUISES)
def test_a_name_in_disguise_is_found_and_is_alike(disguise: str) -> None:
    for name in NAMES:
        given = DISGUISES[disguise](name)
        assert set(keys_of([given], None)) & set(keys_of([name], None)), given
        assert compare_subject(Asked([given]), Listed([name])).score >= 88, given


def test_disguises_on_top_of_each_other_change_nothing_and_make_nobody_alike() -> None:
    chance = random.Random(20)
    for _ in range(150):
        name = chance.choice(NAMES)
        given = name
        for each in chance.sample(sorted(DISGUISES), 3):
            given = DISGUISES[each](given)
        assert compare_subject(Asked([given]), Listed([name])).score >= 85, given
        other = chance.choice([each for each in NAMES if each != name])
        assert compare_subject(Asked([given]), Listed([other])).score < 70, given


def _png(width: int, height: int, data: bytes) -> bytes:
    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def _picture() -> bytes:
    written = io.BytesIO()
    Image.new("RGB", (40, 30), "blue").save(written, "PNG")
    return written.getvalue()


@pytest.mark.parametrize(
    ("content", "refusal"),
    [
        (_png(60_000, 60_000, zlib.compress(bytes(1_000))), "file_too_detailed"),
        (_png(2_000, 2_000, zlib.compress(bytes(1_000))[:20]), "file_unreadable"),
        (paper("x").replace(b"/MediaBox", b"/MediaBox [0 0 900000 900000] /Old"), "file_too_detailed"),
        (paper("x") + b"\ntrailer << /Encrypt 9 0 R >>", "file_encrypted"),
        (b"%PDF-1.7\n" + b"[" * 200_000, "file_unreadable"),
    ],
    ids=["pixels", "cut off", "a page of a square kilometre", "encrypted", "nested"],
)
async def test_a_bomb_ends_in_the_child_and_the_next_file_is_drawn(content: bytes, refusal: str) -> None:
    with pytest.raises(ApiError) as refused:
        await draw_pages(content)
    assert (refused.value.status, refused.value.message) == (422, refusal)
    assert len(await draw_pages(_picture())) == 1


async def test_of_a_file_that_is_two_things_only_what_is_seen_is_kept() -> None:
    """A picture with a page and an archive behind it is drawn anew: nothing of what followed is shown to anybody."""
    both = _picture() + b"<script>alert(1)</script>PK\x03\x04archive"
    (page,) = await draw_pages(both)
    assert b"script" not in page.png
    assert b"archive" not in page.png
    for content in (b"GIF89a" + bytes(40), b"MZ" + bytes(80), b"<svg xmlns='http://www.w3.org/2000/svg'/>", b""):
        with pytest.raises(ApiError):
            kind_of(content)


GIGABYTE, PIECE, MOST_MEMORY = 10**9, 64 * 1024, 64 * 1024 * 1024


@pytest.mark.parametrize("told", [False, True], ids=["in pieces", "with its length"])
@pytest.mark.parametrize(
    "path", [UPLOADS, "/v1/compliance/check-files?name=lote.csv&purpose=renewal"], ids=["block list", "checks"]
)
async def test_a_table_of_a_gigabyte_is_refused_before_it_fills_the_memory(
    diego: Person, path: str, told: bool
) -> None:
    row = b"email;a@b.example\n"
    piece, sent = row * (PIECE // len(row)), 0

    async def table() -> AsyncIterator[bytes]:
        nonlocal sent
        while sent < GIGABYTE:
            sent += len(piece)
            yield piece

    headers = diego._headers() | {"Content-Type": "application/json"}
    tracemalloc.start()
    try:
        said = await diego.client.post(
            path, content=table(), headers=headers | ({"Content-Length": str(GIGABYTE)} if told else {})
        )
        grown = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (said.status_code, said.json()["message"]) == (413, "body_too_large")
    assert grown < MOST_MEMORY
    # What is longer is not even read: a sender is stopped soon after the limit, or at its word.
    assert sent <= (0 if told else 8 * 1024 * 1024)


@pytest.mark.parametrize(
    "condition",
    [
        "in_sum_30d * in_sum_30d > 1",
        "in_sum_30d + in_sum_30d > 1",
        "in_sum_30d / out_sum_30d > 1",
        "in_sum_30d % out_sum_30d > 1",
    ],
)
def test_a_number_that_overflows_is_an_error_and_never_a_no(condition: str) -> None:
    """Whoever moves so much that the sum no longer fits would pass every rule that asks for more than one."""
    facts = {"in_sum_30d": 2**62 + 2**61, "out_sum_30d": 0}
    assert Conditions([condition]).outcome(facts) == "error"
    # Also beside a line that says no by itself.
    assert Conditions(["in_sum_30d < 1", condition]).outcome(facts) == "error"
