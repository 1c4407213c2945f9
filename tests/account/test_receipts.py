"""The receipt of a withdrawal: one page in the person's language that tells what moved, from whom to whom, and when."""

import re
import zlib
from collections.abc import Callable
from typing import Any

from people import Person
from support.charges import Counter
from support.withdrawals import OWN, TRANSFERS, read, settle, usable, withdraw

Sql = Callable[..., list[tuple[Any, ...]]]


def texts(content: bytes) -> list[str]:
    """What is written on the pages of a PDF of ours, in its order."""
    streams = [zlib.decompress(packed) for packed in re.findall(rb"stream\n(.*?)\nendstream", content, re.DOTALL)]
    drawn = [line.decode("cp1252") for stream in streams if b" Tj" in stream for line in stream.split(b"\n")]
    return ["".join(_run(*run) for run in RUN.findall(line)) for line in drawn if " Tj" in line]


#: A run of letters: one with a text of its own, in WinAnsi, or by places in Unicode.
RUN = re.compile(
    r"/ActualText <FEFF([0-9A-F]+)>>> BDC \((?:\\.|[^\\)])*\) Tj|\(((?:\\.|[^\\)])*)\) Tj|<([0-9A-F]+)> Tj"
)


def _run(meant: str, plain: str, wide: str) -> str:
    return re.sub(r"\\(.)", r"\1", plain) or bytes.fromhex(meant or wide).decode("utf-16-be")


async def test_a_withdrawal_that_was_carried_out_has_a_receipt_in_both_languages_with_one_code(
    bruno: Person, ana: Person, carla: Person, counter: Counter, sql: Sql
) -> None:
    sql("insert into payout_setting values (1, 150, 1500000, 24) on conflict (company_id) do update set fee = 150")
    await counter.paid(ana, 200_000)
    somebody = OWN | {"holder_name": "José (Zé) Παππάς 王 🍞", "holder_document": "529.982.247-25"}
    account = await usable(bruno, sql, somebody)
    made = await withdraw(bruno, account, 123_456, description="Pagamento do aluguel de novembro, " + "x" * 100)
    path = f"{TRANSFERS}/{made.json()['id']}/receipt"
    early = await bruno.get(path)
    assert (early.status_code, early.json()["message"]) == (409, "receipt_too_early")
    await settle(counter, made.json()["id"])
    done = await read(bruno, made.json()["id"])

    said = await bruno.get(path, locale="pt")
    assert (said.status_code, said.headers["content-type"]) == (200, "application/pdf")
    assert said.headers["content-disposition"] == f'attachment; filename="receipt-{done["end_to_end_id"]}.pdf"'
    told = texts(said.content)
    for text in (
        "R$ 1.234,56", "R$ 1,50", "R$ 1.236,06", done["end_to_end_id"], "José (Zé) Παππάς 王 🍞", "***.982.247-**",
        "Loja Aurora Comércio Ltda", "1584", "00210169-6", "Corrente", "Código de autenticação",
    ):  # fmt: skip
        assert text in told, text
    assert any(text.endswith("(UTC-03:00)") for text in told)
    assert not any("529" in text for text in told if "98224725" in text)
    code = next(text for text in told if re.fullmatch(r"[A-Z2-7]{4}(-[A-Z2-7]{4}){5}", text))
    english = texts((await bruno.get(path, locale="en")).content)
    assert {"R$1,234.56", "Receiver", code} <= set(english)

    assert (await bruno.get(path, locale="fr")).json()["message"] == {"locale": ["not_allowed"]}
    sql("update role set permissions = permissions || '{payin::withdrawals:read}' where company_id = 3")
    assert (await carla.get(path)).status_code == 404
