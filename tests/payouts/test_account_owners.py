"""Who legally holds the accounts that payouts are taken from."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from conftest import Sql
from days import today
from people import Person
from retaguarda.app import App
from retaguarda.payouts.account_owners.jobs import EXPIRING, Ends

OWNERS = "/v1/payouts/account-owners"
OWNER = {
    "name": "Retaguarda Instituição de Pagamento S.A.", "document": "11222333000181", "ispb": "00000000",
    "account_type": "CACC", "branch": "1584", "number": "00210169", "digit": "6", "valid_from": "2025-01-01",
    "cnab_code": "123456", "receipt_text": "Pago por Retaguarda",
}  # fmt: skip
SIGNER = {"name": "Marta Luz", "document": "52998224725", "valid_from": "2025-01-01"}
AGREEMENT = {"method": "ted", "number": "778899", "last_nsa": 40, "reason": "convênio do banco"}


async def added(diego: Person, **more: Any) -> str:
    key = str(uuid4())
    said = [await diego.post(OWNERS, OWNER | more, key=key) for _ in range(2)]
    assert (said[0].status_code, said[1].content) == (201, said[0].content), said[0].text
    return said[0].json()["id"]


async def read(person: Person, owner: str) -> dict[str, Any]:
    said = await person.get(f"{OWNERS}/{owner}")
    assert said.status_code == 200, said.text
    return said.json()


async def act(person: Person, owner: str, action: str, body: Any = None, *, status: int = 200) -> Any:
    said = await person.post(f"{OWNERS}/{owner}/{action}", body or {})
    assert said.status_code == status, said.text
    return said.json()


async def active(diego: Person, eva: Person, **more: Any) -> str:
    owner = await added(diego, **more)
    await act(eva, owner, "verify")
    await act(diego, owner, "activate")
    return owner


async def test_a_version_is_verified_by_somebody_else_and_then_comes_into_force(diego: Person, eva: Person) -> None:
    owner = await added(diego)
    assert (await act(diego, owner, "verify", status=409))["message"] == "own_owner_version"
    assert (await act(diego, owner, "activate", status=409))["message"] == "owner_version_not_in_state"
    await act(eva, owner, "verify")
    await act(eva, owner, "verify", status=409)
    await act(diego, owner, "activate")
    await act(diego, owner, "activate", status=409)
    found = await read(diego, owner)
    assert (found["state"], found["version"], found["number"], found["bank_name"]) == (
        "active",
        1,
        "002101696",
        "BCO DO BRASIL S.A.",
    )
    assert (found["verified_by"], found["next"]) == (eva.email, None)


async def test_the_database_lets_nobody_verify_their_own_version(diego: Person, sql: Sql) -> None:
    await added(diego)
    with pytest.raises(psycopg.errors.CheckViolation, match="two_people"):
        sql("update account_owner_version set verifier_id = writer_id, status = 'verified'")


async def test_a_new_version_takes_over_when_it_comes_into_force_and_not_before(diego: Person, eva: Person) -> None:
    owner = await active(diego, eva)
    body = OWNER | {"name": "Retaguarda IP S.A.", "reason": "mudou o nome"}
    await act(diego, owner, "revise", body)
    # A draft is written over.
    await act(eva, owner, "revise", body | {"name": "Retaguarda Pagamentos S.A."})
    found = await read(diego, owner)
    assert (found["name"], found["version"], found["next"]["name"], found["next_mine"]) == (
        OWNER["name"],
        1,
        "Retaguarda Pagamentos S.A.",
        False,
    )
    await act(diego, owner, "verify")
    assert (await act(diego, owner, "revise", body, status=409))["message"] == "owner_version_waits"
    await act(eva, owner, "activate")
    found = await read(diego, owner)
    assert [(each["version"], each["status"]) for each in found["versions"]] == [(2, "active"), (1, "superseded")]
    assert found["name"] == "Retaguarda Pagamentos S.A."


async def test_an_owner_is_ready_once_it_has_an_agreement_and_a_signer(diego: Person, eva: Person, sql: Sql) -> None:
    owner = await active(diego, eva)
    stop = "select account_owner_stop(1, %s)"
    assert (await read(diego, owner))["problems"] == ["no_agreement", "no_signer"]
    assert sql(stop, owner) == [("no_agreement",)]
    await act(diego, owner, "set-agreement", AGREEMENT)
    await act(diego, owner, "add-signer", SIGNER)
    assert (await act(diego, owner, "add-signer", SIGNER, status=409))["message"] == "signer_known"
    assert sql(stop, owner) == [(None,)]
    assert [row["ready"] for row in (await diego.get(OWNERS)).json()] == [True]
    (signer,) = (await read(diego, owner))["signers"]
    for status in (200, 409):
        await act(diego, owner, "remove-signer", {"signer": signer["id"], "reason": "saiu"}, status=status)
    over = SIGNER | {"valid_to": str(today() - timedelta(days=1))}
    await act(diego, owner, "add-signer", over)
    assert (await read(diego, owner))["problems"] == ["no_signer"]
    assert (await act(diego, owner, "add-signer", SIGNER | {"document": "11222333000181"}, status=400))["message"] == {
        "document": ["document_cpf"]
    }


async def test_an_owner_expires_after_its_last_day_and_nothing_can_be_sealed(
    diego: Person, eva: Person, sql: Sql
) -> None:
    owner = await active(diego, eva, valid_to=str(today()))
    assert ((await read(diego, owner))["state"], (await read(diego, owner))["days_left"]) == ("active", 0)
    sql("alter table account_owner_version disable trigger user")
    sql("update account_owner_version set valid_to = valid_to - 1")
    sql("alter table account_owner_version enable trigger user")
    assert (await read(diego, owner))["state"] == "expired"
    assert [row["state"] for row in (await diego.get(OWNERS, state="expired")).json()] == ["expired"]
    assert sql("select account_owner_stop(1, %s)", owner) == [("over",)]


async def test_staff_are_told_thirty_seven_and_one_days_before_the_end_once_each(
    diego: Person, eva: Person, app: App, sql: Sql
) -> None:
    owners = {days: await active(diego, eva, valid_to=str(today() + timedelta(days=days))) for days in (30, 8, 7, 1, 0)}
    retired = await active(diego, eva, valid_to=str(today() + timedelta(days=7)))
    await act(diego, retired, "retire", {"reason": "conta encerrada"})
    for _ in range(2):
        await Ends(app.database).run()
    told = sql("select subject_id, (data ->> 'days')::int from event where name = %s order by 2", EXPIRING)
    assert told == [(owners[days], days) for days in (1, 7, 30)]
    # The next version is told of anew.
    sql("alter table account_owner_version disable trigger user")
    sql("update account_owner_version set version = 2 where owner_id = %s", owners[7])
    sql("alter table account_owner_version enable trigger user")
    await Ends(app.database).run()
    assert sql("select count(*) from event where name = %s", EXPIRING) == [(4,)]


async def test_the_number_of_files_under_an_agreement_only_rises(diego: Person, sql: Sql) -> None:
    owner = await added(diego)
    await act(diego, owner, "set-agreement", AGREEMENT)
    account = sql("select ispb, branch, number from account_owner_version where owner_id = %s", owner)[0]
    taking = "select account_next_nsa(1, %s, %s, %s, %s, %s)"
    assert sql(taking, *account, "778899", 7) == [(41,)]
    assert sql(taking, *account, "778899", 41) == [(42,)]
    # What no holder wrote down follows what was sealed here.
    assert sql(taking, *account, "none", 7) == [(8,)]
    assert (await act(diego, owner, "set-agreement", AGREEMENT, status=400))["message"] == {"last_nsa": ["nsa_falls"]}
    # Another agreement counts from its own beginning.
    await act(diego, owner, "set-agreement", AGREEMENT | {"number": "112233", "last_nsa": 0})
    assert (await read(diego, owner))["agreements"] == [{"method": "ted", "number": "112233", "last_nsa": 0}]
    with pytest.raises(psycopg.DatabaseError, match="only rises"):
        sql("update account_owner_agreement set last_nsa = -0 + last_nsa - 1 + 0 where last_nsa >= 0")


async def test_what_was_verified_does_not_change(diego: Person, eva: Person, sql: Sql) -> None:
    owner = await added(diego)
    await act(eva, owner, "verify")
    with pytest.raises(psycopg.DatabaseError, match="does not change"):
        sql("update account_owner_version set number = '1'")
    with pytest.raises(psycopg.DatabaseError, match="does not go from"):
        sql("update account_owner_version set status = 'draft'")


async def test_a_retired_owner_stays_and_takes_part_in_nothing(diego: Person, eva: Person, sql: Sql) -> None:
    owner = await active(diego, eva)
    await act(diego, owner, "retire", {"reason": "conta encerrada"})
    assert (await act(diego, owner, "retire", {"reason": "conta encerrada"}, status=409))["message"] == "owner_retired"
    assert (await act(diego, owner, "add-signer", SIGNER, status=409))["message"] == "owner_retired"
    assert (await read(diego, owner))["state"] == "retired"
    assert sql("select account_owner_stop(1, %s)", owner) == [("retired",)]


async def test_what_is_wrong_with_an_owner_is_said_by_field(diego: Person) -> None:
    for wrong, field, problem in (
        ({"digit": "7"}, "digit", "account_digit_wrong"),
        ({"ispb": "99999999"}, "ispb", "bank_unknown"),
        ({"document": "11111111111"}, "document", "document_invalid"),
        ({"valid_to": "2024-12-31"}, "valid_to", "out_of_range"),
        ({"cnab_code": "a-b"}, "cnab_code", "field_invalid"),
    ):
        said = await diego.post(OWNERS, OWNER | wrong)
        assert (said.status_code, said.json()["message"]) == (400, {field: [problem]}), wrong


async def test_carla_and_people_without_a_second_factor_see_no_owner(
    diego: Person, carla: Person, gil: Person, sql: Sql
) -> None:
    owner = await added(diego)
    sql("update role set permissions = permissions || '{payout::accountOwners:read,payout::accountOwners:write}'")
    for path in (OWNERS, f"{OWNERS}/{owner}"):
        assert (await gil.get(path)).json()["message"] == "two_factor_required"
    sql("update session set two_factor = true")
    sql(
        "update person set totp_secret = (select totp_secret from person where email = 'diego@retaguarda.example') where email = %s",
        carla.email,
    )
    assert (await carla.get(OWNERS)).json() == []
    assert (await carla.get(f"{OWNERS}/{owner}")).status_code == 404
    await act(carla, owner, "verify", status=404)
    await act(carla, owner, "retire", {"reason": "porque sim"}, status=404)
