"""The receipt of a withdrawal: one page in the person's language that tells what moved, from whom to whom, and when."""

import re
from collections.abc import Callable
from typing import Any

from people import Person
from support.charges import Counter
from support.pdf_texts import texts
from support.withdrawals import OWN, TRANSFERS, read, settle, usable, withdraw

Sql = Callable[..., list[tuple[Any, ...]]]


async def test_a_withdrawal_that_was_carried_out_has_a_receipt_in_both_languages_with_one_code(
    bruno: Person, ana: Person, carla: Person, counter: Counter, sql: Sql
) -> None:
    sql(
        "insert into payout_setting values (1, 150, 1500000, 24, 'BRL') on conflict (company_id) do update set fee = 150"
    )
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
