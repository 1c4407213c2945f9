"""The receipt of a payment received: in the language of who asks, with one code, and only where something was received."""

from people import Person
from support.charges import Counter
from support.pdf_texts import texts


async def test_a_paid_charge_has_a_receipt_and_an_open_one_has_none(
    ana: Person, carla: Person, counter: Counter
) -> None:
    charge = await counter.charge(ana, 123_456, reference="Pedido 42")
    path = f"/v1/payin/charges/{charge['id']}/receipt"
    early = await ana.get(path)
    assert (early.status_code, early.json()["message"]) == (409, "receipt_too_early")
    await counter.bank.pay(charge["br_code"], payer={"name": "José (Zé) 🍞", "document": "52998224725"})
    await counter.carry()
    end_to_end_id = (await counter.read(ana, charge["id"]))["end_to_end_id"]
    said = {}
    for locale in ("pt", "en"):
        answer = await ana.get(path, locale=locale, end_to_end_id=end_to_end_id)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "application/pdf")
        assert answer.headers["content-disposition"] == f'attachment; filename="receipt-{end_to_end_id}.pdf"'
        said[locale] = texts(answer.content)
    assert "R$ 1.234,56" in said["pt"]
    assert "R$1,234.56" in said["en"]
    for written in said.values():
        assert {end_to_end_id, "Pedido 42", "***.982.247-**"} <= set(written)
    assert set(said["pt"]) & set(said["en"]) >= {end_to_end_id}
    assert (await ana.get(path, locale="fr")).status_code == 400
    assert (await ana.get(path, end_to_end_id="E" + "0" * 31)).status_code == 409
    assert (await carla.get(path)).status_code == 404
