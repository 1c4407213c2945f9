"""Lists of one payer's charges stay quick however many there are, and a search takes whatever people paste."""

from typing import Any

from people import Person

ZILDA = {"name": "Zilda Ramos", "document": "52998224725"}


async def asked(person: Person, amount: int, payer: dict[str, str]) -> str:
    made = await person.post("/v1/payin/charges", {"amount": {"amount": amount}, "payer": payer})
    assert made.status_code == 201, made.text
    return made.json()["id"]


async def test_a_payer_with_very_many_charges_is_paged_and_not_added_up(ana: Person, sql: Any) -> None:
    first = await asked(ana, 100, ZILDA)
    sql(
        "insert into charge (company_id, id, connection_id, processor, txid, status, amount, currency, expires_at, created_at,"
        " payer_name, payer_document) select company_id, gen_random_uuid(), connection_id, processor, rpad('many' || n, 32, 'x'), status,"
        " amount, currency, expires_at, created_at - n * interval '1 minute', payer_name, payer_document"
        " from charge, generate_series(1, 10001) n where id = %s",
        first,
    )
    found = (await ana.get(f"/v1/payin/payers/{first}")).json()
    assert (found["partial"], found["sums"], found["first_at"]) == (True, [], None)
    page = await ana.get("/v1/payin/charges", payer_document=ZILDA["document"], per_page="2")
    assert (len(page.json()), page.headers["X-Total-Estimated"]) == (2, "1")
    assert page.headers["X-Next-Cursor"]


#: What is written, and whether Ágata's charge of 1,234.56 is found.
WRITTEN = {
    "palavra " * 500: False,
    "%": False,
    "Zil%": False,
    "_gata": False,
    "100%' or '1'='1": False,
    # A combining accent is the letter that it stands over.
    "a\u0301gata": True,
    "na\u0303o": True,
    "1.234,56": True,
    "1,234.56": True,
    # Two separators that make no amount are no amount.
    "1.23,4,56": False,
    "12.34.56": False,
}


async def test_a_search_takes_whatever_people_write(ana: Person) -> None:
    await asked(ana, 123_456, {"name": "Ágata Não", "document": ZILDA["document"]})
    for search, is_found in WRITTEN.items():
        said = await ana.get("/v1/payin/charges", search=search)
        assert said.status_code == 200, said.text
        assert bool(said.json()) == is_found, search[:40]
