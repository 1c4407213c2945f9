"""A Table over HTTP: paging, order, filters, search, cursors, and who sees what."""

from typing import Any

import httpx
import psycopg
import pytest

from people import AURORA, OUTRA, Person

PATH = "/v1/payin/charges"


@pytest.fixture
async def charges(ana: Person, carla: Person) -> list[dict[str, Any]]:
    """Twelve of ana's, one of carla's."""
    await carla.post("/v1/payin/charges", {"amount": {"amount": 999}, "reference": "Livro"})
    return [
        (
            await ana.post("/v1/payin/charges", {"amount": {"amount": 100 * (1 + n % 4)}, "reference": f"Order {n}"})
        ).json()
        for n in range(12)
    ]


async def test_the_first_page_has_ten_of_the_newest_and_says_how_many_there_are(
    ana: Person, charges: list[Any]
) -> None:
    page = await ana.get(PATH)
    assert [row["reference"] for row in page.json()] == [f"Order {n}" for n in range(11, 1, -1)]
    wanted = {"X-Total": "12", "X-Page": "1", "X-Per-Page": "10", "X-Prev-Page": "", "X-Next-Page": "2"}
    wanted |= {"X-Total-Pages": "2", "X-RateLimit-Limit": "100"}
    assert {name: page.headers[name] for name in wanted} == wanted


async def test_pages_and_cursors_lead_through_the_same_rows(ana: Person, charges: list[Any]) -> None:
    pages = [row["id"] for page in (1, 2, 3) for row in (await ana.get(PATH, page=page, per_page=5)).json()]
    cursors, cursor = list[str](), ""
    while True:
        page = await ana.get(PATH, per_page=5, **({"cursor": cursor} if cursor else {}))
        cursors += [row["id"] for row in page.json()]
        if not (cursor := page.headers.get("X-Next-Cursor", "")):
            break
    assert pages == cursors
    assert len(set(pages)) == 12


@pytest.mark.parametrize("direction", ["asc", "desc"])
async def test_a_cursor_goes_on_within_equal_amounts(ana: Person, charges: list[Any], direction: str) -> None:
    whole = [r["id"] for r in (await ana.get(PATH, per_page=50, order_by="amount", sort=direction)).json()]
    first = await ana.get(PATH, per_page=7, order_by="amount", sort=direction)
    rest = await ana.get(PATH, per_page=7, order_by="amount", sort=direction, cursor=first.headers["X-Next-Cursor"])
    assert [row["id"] for row in first.json() + rest.json()] == whole


async def test_any_column_is_an_equality_filter_and_ranges_work(ana: Person, charges: list[Any]) -> None:
    assert (await ana.get(PATH, amount=200)).headers["X-Total"] == "3"
    assert (await ana.get(PATH, amount="100,200")).headers["X-Total"] == "6"
    assert (await ana.get(PATH, amount_from=200, amount_to=300)).headers["X-Total"] == "6"
    assert (await ana.get(PATH, reference="Order 3")).json()[0]["id"] == charges[3]["id"]
    assert (await ana.get(PATH, status="created,paid")).headers["X-Total"] == "12"
    assert (await ana.get(PATH, created_at_from="2999-01-01T00:00:00Z")).headers["X-Total"] == "0"


async def test_a_pasted_list_of_ids_finds_each_of_them(ana: Person, charges: list[Any]) -> None:
    search = f"{charges[0]['id']}, {charges[1]['txid']};\nnothing"
    assert {row["id"] for row in (await ana.get(PATH, search=search)).json()} == {c["id"] for c in charges[:2]}


async def test_a_reference_of_two_words_is_found_by_both(ana: Person, charges: list[Any]) -> None:
    assert [row["id"] for row in (await ana.get(PATH, search=" Order  3 ")).json()] == [charges[3]["id"]]


async def test_a_filter_that_makes_no_sense_is_named(ana: Person, subtests: pytest.Subtests) -> None:
    cases: list[tuple[dict[str, str], Any]] = [
        ({"colour": "red"}, "unknown_column"),
        ({"order_by": "payer_name"}, "unknown_column"),
        ({"status": "lost"}, {"status": ["not_allowed"]}),
        ({"page": "0"}, {"page": ["out_of_range"]}),
        ({"page": "٣"}, {"page": ["out_of_range"]}),
        ({"per_page": "201"}, {"per_page": ["out_of_range"]}),
        ({"page": "900000", "per_page": "200"}, {"page": ["too_deep"]}),
        ({"sort": "sideways"}, {"sort": ["not_allowed"]}),
        ({"cursor": "rubbish"}, {"cursor": ["invalid"]}),
        ({"amount": "1.5"}, {"amount": ["not_allowed"]}),
        ({"created_at_from": "yesterday"}, {"created_at_from": ["not_allowed"]}),
        ({"id": "'; drop table charge; --"}, {"id": ["not_allowed"]}),
        ({"search": "a\x00b"}, {"search": ["invalid"]}),
        ({"reference": "x" * 4001}, {"reference": ["too_long"]}),
    ]
    for params, key in cases:
        with subtests.test(params=params, key=key):
            refused = await ana.get(PATH, **params)
            assert (refused.status_code, refused.json()["message"]) == (400, key)


async def test_an_unknown_column_is_refused_with_what_is_allowed(ana: Person) -> None:
    refused = (await ana.get(PATH, colour="red")).json()
    assert "colour" in refused["error"]
    assert "end_to_end_id" in refused["error"]


async def test_only_refused_calls_are_counted_and_the_hundredth_is_the_last(ana: Person, carla: Person) -> None:
    assert (await ana.get(PATH)).headers["X-RateLimit-Remaining"] == "100"
    for _ in range(3):
        await ana.get(PATH, colour="red")
    assert (await ana.get(PATH)).headers["X-RateLimit-Remaining"] == "97"
    for _ in range(97):
        await ana.get(PATH, colour="red")
    over = await ana.get(PATH)
    assert (over.status_code, over.json()["message"]) == (429, "too_many_tries")
    assert 0 < int(over.headers["Retry-After"]) <= 61
    assert (await carla.get(PATH)).status_code == 200


async def test_nobody_who_is_not_signed_in_is_another_caller_each_time(client: httpx.AsyncClient) -> None:
    for number in range(100):
        await client.post("/auth/login", content=b"{", headers={"Authorization": f"Bearer {number}"})
    over = await client.post("/auth/login", content=b"{", headers={"Authorization": "Bearer another"})
    assert (over.status_code, over.json()["message"]) == (429, "too_many_tries")
    # Whoever shares that address still gets the page, and the balancer still hears that the process is well.
    assert {(await client.get(path)).status_code for path in ("/config.json", "/health", "/ready")} == {200}


async def test_a_cursor_of_another_order_is_refused(ana: Person, charges: list[Any]) -> None:
    cursor = (await ana.get(PATH, per_page=5)).headers["X-Next-Cursor"]
    assert (await ana.get(PATH, per_page=5, order_by="amount", cursor=cursor)).status_code == 400


async def test_carla_never_sees_a_row_of_ana(carla: Person, charges: list[Any]) -> None:
    assert [row["reference"] for row in (await carla.get(PATH)).json()] == ["Livro"]
    for attempt in ({"search": charges[0]["txid"]}, {"id": charges[0]["id"]}, {"company_id": AURORA}):
        assert (await carla.get(PATH, **attempt)).json() == []
    assert (await carla.get(f"{PATH}/{charges[0]['id']}")).status_code == 404


async def test_staff_see_all_merchants_or_the_one_they_chose(diego: Person, charges: list[Any]) -> None:
    diego.account = "all"
    assert (await diego.get(PATH)).headers["X-Total"] == "13"
    diego.account = str(OUTRA)
    assert [row["company_name"] for row in (await diego.get(PATH)).json()] == ["Outra Praça"]


async def test_a_persons_document_is_masked_and_a_companys_is_not(ana: Person) -> None:
    for document in ("529.982.247-25", "12.abc.345/01de-35"):
        payer = {"name": "Quem paga", "document": document}
        await ana.post("/v1/payin/charges", {"amount": {"amount": 1}, "payer": payer})
    shown = [row["payer_document"] for row in (await ana.get(PATH)).json()]
    assert shown == ["12ABC34501DE35", "***.982.247-**"]
    assert (await ana.get(PATH, payer_document="529.982.247-25")).headers["X-Total"] == "1"


async def test_a_total_is_exact_to_ten_thousand_and_marked_beyond(ana: Person, peopled_url: str) -> None:
    await ana.post("/v1/payin/charges", {"amount": {"amount": 1}})
    with psycopg.connect(peopled_url) as connection:
        copy = (
            "insert into charge (company_id, id, connection_id, processor, txid, status, amount, currency, expires_at, created_at)"
            " select company_id, gen_random_uuid(), connection_id, processor, md5(n::text || 'x'), status, amount, currency, expires_at,"
            " created_at - n * interval '1 second' from charge, generate_series(%s::int, %s::int) n where reference is null"
            " and created_at = (select max(created_at) from charge)"
        )
        connection.execute(copy, (1, 9_999))
    exact = await ana.get(PATH)
    assert exact.headers["X-Total"] == "10000"
    assert "X-Total-Estimated" not in exact.headers
    with psycopg.connect(peopled_url) as connection:
        connection.execute(copy, (10_000, 10_500))
        connection.execute("analyze charge")
    beyond = await ana.get(PATH)
    assert beyond.headers["X-Total-Estimated"] == "1"
    assert 10_001 <= int(beyond.headers["X-Total"]) <= 11_000
