"""The payee book: who is paid, whom the directory names, and since when a destination is trusted."""

from typing import Any
from uuid import uuid4

import pytest

from conftest import Sql
from people import Person
from support.payees import ACCOUNT, CNPJ, CPF, DESTINATIONS, JOAO, KEY, OTHER_CPF, PAYEES, Book


async def test_a_payee_is_added_once_and_qualified_by_the_directory(bruno: Person, book: Book) -> None:
    await book.owner(KEY["value"], "JOÃO PEDRO DA SILVA", CPF, counters={"SETTLEMENTS.m6": 500})
    key = str(uuid4())
    first, second = [await bruno.post(PAYEES, JOAO, key=key) for _ in range(2)]
    assert (first.status_code, second.content) == (201, first.content)
    made = first.json()
    assert (made["status"], made["document"], made["destinations"], made["checking"]) == (
        "pending", "***.982.247-**", 1, True,
    )  # fmt: skip
    known = await bruno.post(PAYEES, JOAO)
    assert (known.status_code, known.json()["message"]) == (409, "payee_known")
    read = await book.looked_up(bruno, made["id"])
    assert (read["status"], read["match_class"], read["divergent"], read["checking"]) == (
        "qualified",
        "close",
        [],
        False,
    )
    [place] = read["places"]
    found = place["confirmation"]
    assert (found["match_class"], found["score"], found["owner"], found["found_name"]) == (
        "close", 90, "agree", "JOÃO PEDRO DA SILVA",
    )  # fmt: skip
    assert [(pair["expected"], pair["found"], pair["how"]) for pair in found["pairs"]] == [
        ("Joao", "JOÃO", "accent"), ("P", "PEDRO", "initial"), ("Silva", "SILVA", "same"), ("ME", None, "form"),
        (None, "DA", "particle"),
    ]  # fmt: skip
    assert found["history"] == {"settlements_m6": 500, "reported_frauds_d30": 0, "confirmed_frauds_m6": 0}
    assert [(field["field"], field["agrees"]) for field in read["fields"]] == [
        ("name", True), ("document", True), ("kind", True),
    ]  # fmt: skip
    assert read["lookups_left"] == 999


async def test_a_document_is_masked_everywhere_until_somebody_asks_for_it_and_that_is_on_record(
    bruno: Person, book: Book, sql: Sql
) -> None:
    await book.owner("+5511987654321", "JOAO SILVA", CPF)
    payee = await book.added(bruno, JOAO | {"key": {"kind": "phone", "value": "+5511987654321"}})
    await book.looked_up(bruno, payee)
    for said in (
        await bruno.get(PAYEES), await bruno.get(f"{PAYEES}/{payee}"), await bruno.get(f"{PAYEES}/export", format="csv"),
        await bruno.get("/v1/trail/payees/" + payee),
    ):  # fmt: skip
        assert CPF not in said.text
        assert "11987654321" not in said.text
    told = sql("select string_agg(data::text, '') from event where subject_id = %s", payee)[0][0]
    assert CPF not in told
    before = sql("select count(*) from event where name = 'payouts:payee:reveal'")
    shown = (await bruno.post(f"{PAYEES}/{payee}/reveal", key=None)).json()
    assert (shown["document"], shown["places"][0]["pix_key"]) == (CPF, "+5511987654321")
    assert before == [(0,)]
    assert sql("select actor, subject_id from event where name = 'payouts:payee:reveal'") == [(bruno.email, payee)]


async def test_every_route_asks_for_a_session_with_a_second_factor(
    gil: Person, bruno: Person, book: Book, sql: Sql
) -> None:
    """gil holds the permissions, and no second factor."""
    sql(
        "update role set permissions = permissions || '{payout::dataQualification:read,payout::dataQualification:write}'"
        " where name = 'administrator'"
    )
    payee = await book.added(bruno)
    place = (await book.read(bruno, payee))["places"][0]["id"]
    said = [await gil.get(path) for path in (PAYEES, f"{PAYEES}/{payee}", f"{PAYEES}/facets", f"{PAYEES}/export")]
    for path, body in (
        (PAYEES, JOAO | {"document": CNPJ}),
        *((f"{PAYEES}/{payee}/{what}", {}) for what in ("check", "reveal")),
        *((f"{PAYEES}/{payee}/{what}", {"reason": "porque sim"}) for what in ("block", "unblock")),
        (f"{PAYEES}/{payee}/correct", {"name": "Outro"}),
        (f"{PAYEES}/{payee}/destinations", {"account": ACCOUNT}),
        (f"{DESTINATIONS}/{place}/trust", {}),
        *((f"{DESTINATIONS}/{place}/{what}", {"reason": "porque sim"}) for what in ("refuse", "retire")),
        (f"{PAYEES}/plan", JOAO),
    ):
        said.append(await gil.post(path, body))
    assert {(each.status_code, each.json()["message"]) for each in said} == {(403, "two_factor_required")}
    assert sql("select count(*) from payee") == [(1,)]


async def test_carla_never_sees_the_payees_of_another_merchant(
    carla: Person, bruno: Person, book: Book, sql: Sql
) -> None:
    payee = await book.added(bruno)
    place = (await book.read(bruno, payee))["places"][0]["id"]
    sql(
        "update role set permissions = permissions || '{payout::dataQualification:read,payout::dataQualification:write}'"
        " where name = 'operator'"
    )
    from people import set_up

    await set_up(carla)
    assert (await carla.get(PAYEES)).json() == []
    for path in (f"{PAYEES}/{payee}",):
        assert (await carla.get(path)).status_code == 404
    for path, body in (
        *((f"{PAYEES}/{payee}/{what}", {}) for what in ("check", "reveal")),
        (f"{PAYEES}/{payee}/block", {"reason": "porque sim"}),
        (f"{PAYEES}/{payee}/correct", {"name": "Outro"}),
        (f"{PAYEES}/{payee}/destinations", {"account": ACCOUNT}),
        (f"{DESTINATIONS}/{place}/trust", {}),
        (f"{DESTINATIONS}/{place}/retire", {"reason": "porque sim"}),
    ):
        assert (await carla.post(path, body)).status_code == 404, path


async def test_another_owner_makes_the_payee_divergent_and_says_which_field(bruno: Person, book: Book) -> None:
    await book.owner(KEY["value"], "CARLA MENDES", OTHER_CPF)
    read = await book.looked_up(bruno, await book.added(bruno))
    assert (read["status"], read["divergent"], read["match_class"]) == ("divergent", ["name", "document"], "no")
    place = read["places"][0]["id"]
    said = await bruno.post(f"{DESTINATIONS}/{place}/trust", {})
    assert (said.status_code, said.json()["message"]) == (409, "destination_of_another")
    # Whoever refuses the destination leaves a payee of which nothing is known.
    after = await bruno.post(f"{DESTINATIONS}/{place}/refuse", {"reason": "não é dele"})
    assert (after.json()["status"], after.json()["destinations"]) == ("pending", 0)
    again = await bruno.post(f"{DESTINATIONS}/{place}/refuse", {"reason": "não é dele"})
    assert (again.status_code, again.json()["message"]) == (409, "destination_over")


async def test_a_key_that_nobody_has_is_said_and_costs_twenty_look_ups(bruno: Person, book: Book) -> None:
    body = JOAO | {"key": {"kind": "email", "value": "x@ninguem.example"}}
    read = await book.looked_up(bruno, await book.added(bruno, body))
    assert (read["status"], read["divergent"], read["lookups_left"]) == ("divergent", ["key"], 980)
    assert read["places"][0]["confirmation"]["problem"] == "key_unknown"


async def test_without_look_ups_left_nobody_is_asked_and_the_payee_waits(bruno: Person, book: Book, sql: Sql) -> None:
    payee = await book.added(bruno)
    sql("insert into lookup_allowance (company_id, remaining) values (2, 19)")
    read = await book.looked_up(bruno, payee)
    assert (read["checking"], read["check_problem"], read["places"][0]["confirmation"]) == (True, "lookups_spent", None)
    sql("update lookup_allowance set remaining = 20")
    read = await book.looked_up(bruno, payee)
    assert (read["checking"], read["check_problem"]) == (False, None)


async def test_a_corrected_name_is_compared_with_what_the_directory_said_without_another_look_up(
    bruno: Person, book: Book
) -> None:
    await book.owner(KEY["value"], "PEDRO ALMEIDA", CPF)
    payee = await book.added(bruno)
    assert (await book.looked_up(bruno, payee))["divergent"] == ["name"]
    body = {"name": "Pedro Almeida"}
    plan = (await bruno.post(f"{PAYEES}/{payee}/correct/plan", body)).json()
    assert {change["field"] for change in plan["changes"]} >= {"name", "status", "match_class"}
    corrected = (await bruno.post(f"{PAYEES}/{payee}/correct", body)).json()
    assert (corrected["status"], corrected["match_class"]) == ("qualified", "match")
    same = await bruno.post(f"{PAYEES}/{payee}/correct", body)
    assert (same.status_code, same.json()["message"]) == (400, "payee_same")
    assert (await book.read(bruno, payee))["lookups_left"] == 999


async def test_a_destination_cools_before_it_is_trusted_and_another_one_begins_anew(
    bruno: Person, book: Book, sql: Sql
) -> None:
    await book.owner(KEY["value"], "JOAO SILVA", CPF)
    payee = await book.added(bruno)
    place = (await book.looked_up(bruno, payee))["places"][0]["id"]
    assert (
        await bruno.post(f"{DESTINATIONS}/{place}/trust", {"call_back": "Liguei no número do contrato"})
    ).status_code == 200
    twice = await bruno.post(f"{DESTINATIONS}/{place}/trust", {})
    assert (twice.status_code, twice.json()["message"]) == (409, "destination_not_new")
    cooling = (await book.read(bruno, payee))["places"][0]
    assert (cooling["state"], cooling["trusted_by"]) == ("cooling", bruno.email)
    sql("alter table payee_destination disable trigger user")
    sql("update payee_destination set usable_from = now() - interval '1 minute'")
    sql("alter table payee_destination enable trigger user")
    assert (await book.read(bruno, payee))["places"][0]["state"] == "trusted"
    added = await bruno.post(f"{PAYEES}/{payee}/destinations", {"account": ACCOUNT})
    assert (added.status_code, added.json()["destinations"]) == (201, 2)
    known = await bruno.post(f"{PAYEES}/{payee}/destinations", {"account": ACCOUNT})
    assert (known.status_code, known.json()["message"]) == (409, "destination_known")
    newest, oldest = (await book.read(bruno, payee))["places"]
    assert (newest["state"], newest["number"], oldest["state"]) == ("new", "***6678", "trusted")
    [row] = (await bruno.get(PAYEES)).json()
    assert row["destination_changed_at"] is not None
    gone = await bruno.post(f"{DESTINATIONS}/{oldest['id']}/retire", {"reason": "conta encerrada"})
    assert gone.json()["destinations"] == 1


async def test_a_key_that_passed_to_somebody_else_is_trusted_no_more(bruno: Person, book: Book) -> None:
    await book.owner(KEY["value"], "JOAO SILVA", CPF)
    payee = await book.added(bruno)
    place = (await book.looked_up(bruno, payee))["places"][0]["id"]
    assert (await bruno.post(f"{DESTINATIONS}/{place}/trust", {})).status_code == 200
    await book.owner(KEY["value"], "JOAO SILVA", OTHER_CPF)
    read = await book.checked(bruno, payee)
    [place] = read["places"]
    assert (place["state"], place["trusted_by"], read["divergent"]) == ("new", None, ["name", "document"])
    assert place["owner_changed_at"] is not None
    assert "payouts:payee:owner_changed" in [moment["kind"] for moment in read["timeline"]]
    [row] = (await bruno.get(PAYEES, owner_changed="true")).json()
    assert row["id"] == payee


async def test_a_blocked_payee_is_neither_checked_nor_given_destinations_until_it_is_unblocked(
    bruno: Person, book: Book
) -> None:
    await book.owner(KEY["value"], "JOAO SILVA", CPF)
    payee = await book.added(bruno)
    await book.looked_up(bruno, payee)
    block = f"{PAYEES}/{payee}/block"
    assert (await bruno.post(block, {"reason": "suspeita"})).json()["status"] == "blocked"
    for path, body in (
        (block, {"reason": "de novo"}),
        (f"{PAYEES}/{payee}/check", {}),
        (f"{PAYEES}/{payee}/destinations", {"account": ACCOUNT}),
    ):
        said = await bruno.post(path, body)
        assert (said.status_code, said.json()["message"]) == (409, "payee_blocked"), path
    unblock = f"{PAYEES}/{payee}/unblock"
    assert (await bruno.post(unblock, {"reason": "resolvido"})).json()["status"] == "qualified"
    said = await bruno.post(unblock, {"reason": "resolvido"})
    assert (said.status_code, said.json()["message"]) == (409, "payee_not_blocked")


async def test_a_qualification_expires(bruno: Person, book: Book, sql: Sql) -> None:
    await book.owner(KEY["value"], "JOAO SILVA", CPF)
    payee = await book.added(bruno)
    await book.looked_up(bruno, payee)
    sql("update payee set expires_at = now() - interval '1 minute'")
    assert (await book.read(bruno, payee))["status"] == "expired"
    assert [row["id"] for row in (await bruno.get(PAYEES, status="expired")).json()] == [payee]
    assert (await book.checked(bruno, payee))["status"] == "qualified"


async def test_what_is_wrong_with_a_payee_is_said_by_field(
    bruno: Person, book: Book, subtests: pytest.Subtests
) -> None:
    cases: list[tuple[dict[str, Any], str, str]] = [
        ({"name": "  "}, "name", "invalid"),
        ({"name": "a\nb"}, "name", "invalid"),
        ({"document": "11111111111"}, "document", "document_invalid"),
        ({"key": {"kind": "email", "value": "x"}}, "key.value", "pix_key_invalid"),
        ({"account": ACCOUNT}, "account", "account_or_key"),
        ({"key": None, "account": ACCOUNT | {"ispb": "99999999"}}, "account.ispb", "bank_unknown"),
    ]
    for wrong, field, problem in cases:
        with subtests.test(wrong=wrong, field=field, problem=problem):
            said = await bruno.post(PAYEES, JOAO | wrong)
            assert (said.status_code, said.json()["message"]) == (400, {field: [problem]})


async def test_what_was_paid_to_a_destination_is_one_row_and_only_staff_learn_who_else_knows_it(
    bruno: Person, diego: Person, book: Book, sql: Sql
) -> None:
    payee = await book.added(bruno)
    [(found,)] = sql("select hash from payee_destination")
    for company, amount, day in ((2, 1_500, 10), (2, 700, 3), (3, 900, 5), (3, 100, 4)):
        sql(
            "select destination_paid(%s, %s, %s, 'BRL', now() - make_interval(days => %s))", company, found, amount, day
        )
    [place] = (await book.read(bruno, payee))["places"]
    assert (place["paid_count"], place["paid"]["amount"], place["shared_with"]) == (2, 2_200, None)
    assert place["first_paid_at"] < place["last_paid_at"]
    [row] = (await bruno.get(PAYEES, never_paid="false")).json()
    assert (row["paid_count"], row["paid"]["amount"]) == (2, 2_200)
    assert "shared_with" not in row
    [row] = (await diego.get(PAYEES)).json()
    assert row["shared_with"] == 1
    assert (await book.read(diego, payee))["places"][0]["shared_with"] == 1
    assert (await bruno.get(PAYEES, never_paid="true")).json() == []
