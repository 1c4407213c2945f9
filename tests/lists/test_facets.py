"""Facets of a list: counts by value, sums of what matches, and who sees them."""

from typing import Any

import psycopg
import pytest

from people import OUTRA, Person

LIST = "/v1/payin/charges"
FACETS = f"{LIST}/facets"


@pytest.fixture
async def charges(ana: Person, carla: Person, peopled_url: str) -> None:
    """Of ana 10 charges of R$ 1 to 10: 3 expired, 2 cancelled, 5 created. One of carla."""
    await carla.post("/v1/payin/charges", {"amount": {"amount": 99_900}})
    for n in range(1, 11):
        await ana.post("/v1/payin/charges", {"amount": {"amount": 100 * n}, "reference": f"Order {n}"})
    with psycopg.connect(peopled_url) as connection:
        connection.execute("update charge set status = 'expired' where reference in ('Order 1', 'Order 2', 'Order 3')")
        connection.execute("update charge set status = 'cancelled' where reference in ('Order 4', 'Order 5')")


async def facets(person: Person, **filters: Any) -> dict[str, Any]:
    said = await person.get(FACETS, **filters)
    assert said.status_code == 200, said.text
    return said.json()


def only(sums: list[dict[str, Any]]) -> int:
    """Minor units of a sum in one currency; 0 where nothing was added up."""
    assert len(sums) <= 1
    return sums[0]["amount"] if sums else 0


def counts(found: dict[str, Any], column: str = "status") -> dict[str, tuple[int, int]]:
    """The values that there are: value → count and sum."""
    assert not found["columns"][column]["estimated"]
    values = found["columns"][column]["values"]
    return {each["value"]: (each["count"], only(each["amount"])) for each in values if each["count"]}


async def test_each_value_has_its_count_and_its_sum(ana: Person, charges: None) -> None:
    found = await facets(ana)
    assert counts(found) == {"created": (5, 4000), "expired": (3, 600), "cancelled": (2, 900)}
    assert counts(found, "method") == {"pix": (10, 5500)}
    assert found["total"]["count"] == 10
    assert not found["total"]["estimated"]
    assert found["total"]["sums"]["amount"] == [{"amount": 5500, "currency": "BRL"}]
    assert found["total"]["sums"].keys() == {"amount", "fee", "net", "refunded", "awaiting_approval"}


async def test_values_that_nothing_has_are_there_with_zero(ana: Person, charges: None) -> None:
    values = (await facets(ana))["columns"]["status"]["values"]
    assert {"value": "paid", "count": 0, "amount": []} in values
    assert len(values) == 9


async def test_a_column_is_not_narrowed_by_its_own_filter_but_everything_else_is(ana: Person, charges: None) -> None:
    found = await facets(ana, status="expired", amount_from=200)
    assert counts(found) == {"created": (5, 4000), "expired": (2, 500), "cancelled": (2, 900)}
    assert counts(found, "method") == {"pix": (2, 500)}
    assert (found["total"]["count"], only(found["total"]["sums"]["amount"])) == (2, 500)


async def test_facets_agree_with_the_list_under_every_filter(ana: Person, charges: None) -> None:
    status, search, amount, nothing = (
        {"status": "created,expired"},
        {"search": "Order"},
        {"amount_to": 300},
        {"txid": "-"},
    )
    every: tuple[dict[str, Any], ...] = ({}, status, search, amount, nothing)
    for filters in every:
        listed = await ana.get(LIST, per_page=200, **filters)
        total = (await facets(ana, **filters))["total"]
        assert str(total["count"]) == listed.headers["X-Total"], filters
        assert only(total["sums"]["amount"]) == sum(row["amount"]["amount"] for row in listed.json()), filters


async def test_carla_counts_her_own_and_staff_what_they_have_chosen(
    ana: Person, carla: Person, diego: Person, charges: None
) -> None:
    assert counts(await facets(carla)) == {"created": (1, 99_900)}
    diego.account = "all"
    assert (await facets(diego))["total"]["count"] == 11
    diego.account = str(OUTRA)
    assert (await facets(diego))["total"]["count"] == 1
    assert (await carla.get(FACETS, company_name="Loja Aurora")).json()["total"]["count"] == 0


@pytest.mark.parametrize(
    ("params", "key"),
    [
        ({"colour": "red"}, "unknown_column"),
        ({"page": "2"}, "unknown_column"),
        ({"order_by": "amount"}, "unknown_column"),
        ({"status": "lost"}, {"status": ["not_allowed"]}),
    ],
)
async def test_what_means_nothing_is_named(ana: Person, params: dict[str, str], key: Any) -> None:
    said = await ana.get(FACETS, **params)
    assert (said.status_code, said.json()["message"]) == (400, key)


async def test_a_list_without_money_has_counts_and_no_sums(diego: Person) -> None:
    found = (await diego.get("/rbac/users/facets")).json()
    assert found["total"] == {"count": 8, "sums": {}, "estimated": False}
    states = {each["value"]: (each["count"], each["amount"]) for each in found["columns"]["status"]["values"]}
    assert states["active"] == (8, None)
    second = {each["value"]: each["count"] for each in found["columns"]["two_factor"]["values"]}
    assert second == {"true": 4, "false": 4}
    assert "internal" in found["columns"]


async def test_beyond_ten_thousand_counts_are_the_planners_and_there_are_no_sums(ana: Person, peopled_url: str) -> None:
    await ana.post("/v1/payin/charges", {"amount": {"amount": 100}})
    with psycopg.connect(peopled_url) as connection:
        connection.execute(
            "insert into charge (company_id, id, connection_id, processor, txid, status, amount, currency, expires_at, created_at)"
            " select company_id, gen_random_uuid(), connection_id, processor, md5(n::text || 'x'),"
            " case when n % 4 = 0 then 'expired' else 'cancelled' end, amount, currency, expires_at, created_at"
            " from charge, generate_series(1, 12000) n"
        )
        connection.execute("analyze charge")
    found = await facets(ana)
    assert found["total"]["estimated"]
    assert found["total"]["sums"] is None
    assert 10_001 <= found["total"]["count"] <= 13_000
    status = found["columns"]["status"]
    assert status["estimated"]
    expected = {each["value"]: each["count"] for each in status["values"]}
    assert 2_500 <= expected["expired"] <= 3_500
    assert 8_000 <= expected["cancelled"] <= 10_000
    assert all(each["amount"] is None for each in status["values"])
    # Narrowed to fewer, the total is exact again, while its own column still counts all there is.
    narrowed = await facets(ana, status="expired")
    assert (narrowed["total"]["count"], only(narrowed["total"]["sums"]["amount"])) == (3_000, 300_000)
    assert narrowed["columns"]["status"]["estimated"]


async def test_nothing_is_added_across_currencies(ana: Person, charges: None, peopled_url: str) -> None:
    with psycopg.connect(peopled_url) as connection:
        connection.execute("update charge set currency = 'JPY' where status = 'expired'")
        connection.execute("update charge set currency = 'TND' where status = 'created' and amount = 1000")
    found = await facets(ana)
    assert found["total"]["count"] == 10
    by_currency = {each["currency"]: each["amount"] for each in found["total"]["sums"]["amount"]}
    assert by_currency == {"BRL": 3_900, "JPY": 600, "TND": 1_000}
    values = {each["value"]: each for each in found["columns"]["status"]["values"]}
    assert values["expired"]["amount"] == [{"amount": 600, "currency": "JPY"}]
    assert values["created"]["count"] == 5
    assert {each["currency"]: each["amount"] for each in values["created"]["amount"]} == {"BRL": 3_000, "TND": 1_000}
    assert values["paid"] == {"value": "paid", "count": 0, "amount": []}
    rows = (await ana.get(LIST, per_page=200)).json()
    assert {row["amount"]["currency"] for row in rows} == {"BRL", "JPY", "TND"}
