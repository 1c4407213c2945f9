"""Where a merchant's money may go: said by a person with a second factor, and confirmed by the receiving bank."""

from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest

from people import AURORA, Person
from retaguarda.account.bank_accounts.queries import account_to_pay
from retaguarda.bank_book.check_digits import NumberRefused, checked
from retaguarda.bank_book.model import AccountRule, DigitRule
from retaguarda.foundation.database import Scope
from support.approvals import Desk, standing_policy
from support.charges import Counter
from support.withdrawals import BANK_ACCOUNTS, OWN, elsewhere, settle, usable

VERIFY = "bank_accounts.verify"


async def added(bruno: Person, body: dict[str, Any] = OWN) -> str:
    made = await bruno.post(BANK_ACCOUNTS, body)
    assert made.status_code == 201, made.text
    return made.json()["id"]


async def verify(bruno: Person, counter: Counter, account: str) -> dict[str, Any]:
    assert (await bruno.post(f"{BANK_ACCOUNTS}/{account}/verify")).status_code == 200
    await settle(counter, account, VERIFY)
    return (await bruno.get(f"{BANK_ACCOUNTS}/{account}")).json()


async def test_an_account_is_added_once_verified_by_a_centavo_and_usable_after_its_cooling_off(
    bruno: Person, counter: Counter, sql: Any
) -> None:
    key = str(uuid4())
    first, second = [await bruno.post(BANK_ACCOUNTS, OWN, key=key) for _ in range(2)]
    assert (first.status_code, second.content) == (201, first.content)
    made = first.json()
    assert (made["status"], made["ownership"], made["compe"], made["number"]) == (
        "pending_verification", "own", "001", "002101696",
    )  # fmt: skip
    known = await bruno.post(BANK_ACCOUNTS, OWN)
    assert (known.status_code, known.json()["message"]) == (409, "bank_account_known")
    account = made["id"]
    assert (await bruno.post(f"{BANK_ACCOUNTS}/{account}/default", key=None)).status_code == 409
    assert (await bruno.post(f"{BANK_ACCOUNTS}/{account}/verify")).status_code == 200
    twice = await bruno.post(f"{BANK_ACCOUNTS}/{account}/verify")
    assert (twice.status_code, twice.json()["message"]) == (409, "bank_account_verifying")
    await settle(counter, account, VERIFY)
    read = (await bruno.get(f"{BANK_ACCOUNTS}/{account}")).json()
    assert (read["status"], read["usable"], read["verifying"]) == ("verified", False, False)
    assert {entry["account"] for entry in read["entries"]} == {"pix_fees", "pix_clearing"}
    assert sql("select valor::int from sandbox.payout") == [(1,)]
    assert (await bruno.post(f"{BANK_ACCOUNTS}/{account}/default", key=None)).json()["is_default"] is True
    gone = await bruno.post(f"{BANK_ACCOUNTS}/{account}/disable", key=None)
    assert (gone.json()["status"], gone.json()["is_default"]) == ("disabled", False)
    # Once it is disabled, the same place can be added anew, with a cooling-off of its own.
    await added(bruno)


async def test_an_account_of_somebody_else_than_was_said_is_rejected(bruno: Person, counter: Counter) -> None:
    body = OWN | {"account": None, "key": {"kind": "email", "value": "Outro@Loja.example"}}
    read = await verify(bruno, counter, await added(bruno, body))
    assert (read["status"], read["reason"], read["pix_key"]) == ("rejected", "other_holder", "outro@loja.example")
    read = await verify(bruno, counter, await added(bruno, elsewhere("9903")))
    assert (read["status"], read["reason"], read["entries"]) == ("rejected", "AC03", [])
    # A key's bank is known once the receiving bank has named it; the account of another is one that is trusted.
    body |= {"key": {"kind": "phone", "value": "(11) 98765-4321"}, "holder_document": "52998224725"}
    read = await verify(bruno, counter, await added(bruno, body))
    assert (read["status"], read["pix_key"], read["bank_name"], read["ownership"]) == (
        "verified", "+5511987654321", "NU PAGAMENTOS - IP", "trusted",
    )  # fmt: skip


async def test_what_is_wrong_with_an_account_is_said_by_field(bruno: Person, counter: Counter) -> None:
    account = OWN["account"]
    for wrong, field, problem in (
        ({"account": account | {"digit": "7"}}, "account.digit", "account_digit_wrong"),
        ({"account": account | {"branch": "15840"}}, "account.branch", "branch_invalid"),
        ({"account": account | {"number": "12-3"}}, "account.number", "account_number_invalid"),
        ({"account": account | {"ispb": "99999999"}}, "account.ispb", "bank_unknown"),
        ({"account": account | {"account_type": "SLRY"}}, "account.account_type", "field_invalid"),
        ({"account": None}, "account", "account_or_key"),
        ({"key": {"kind": "evp", "value": "x"}}, "account", "account_or_key"),
        ({"account": None, "key": {"kind": "cpf", "value": "11987654321"}}, "key.value", "pix_key_invalid"),
        ({"account": None, "key": {"kind": "phone", "value": "123"}}, "key.value", "pix_key_invalid"),
        ({"holder_document": "11111111111"}, "holder_document", "document_invalid"),
        ({"nickname": "   "}, "nickname", "invalid"),
        ({"holder_name": "a\nb"}, "holder_name", "invalid"),
    ):
        said = await bruno.post(BANK_ACCOUNTS, OWN | wrong)
        assert (said.status_code, said.json()["message"]) == (400, {field: [problem]}), wrong
    check = "/v1/banks/account-check"
    given = account | {"digit": "7"}
    assert (await bruno.get(check, **given)).json() == {"field": "digit", "problem": "account_digit_wrong"}
    assert (await bruno.get(check, **account)).json() == {"field": None, "problem": None}


async def test_banks_are_found_by_name_without_accents_by_compe_and_by_ispb(bruno: Person, counter: Counter) -> None:
    for text, name in (
        ("itau unibanco", "ITAÚ UNIBANCO S.A."),
        ("341", "ITAÚ UNIBANCO S.A."),
        ("60701190", "ITAÚ UNIBANCO S.A."),
    ):
        assert (await bruno.get("/v1/banks", search=text)).json()[0]["name"] == name
    assert (await bruno.get("/v1/banks", search="nobody has this name")).json() == []
    assert (await bruno.get("/v1/banks", seach="x")).json()["message"] == "unknown_column"


@pytest.mark.parametrize(
    ("rule", "branch", "account", "digit"),
    [
        ("banco_do_brasil", "1584", "00210169", "6"),
        ("itau", "2545", "02366", "1"),
        ("bradesco", "1425", "0238069", "2"),
        ("santander", "0189", "01017417", "9"),
        ("caixa", "2004", "00100000448", "6"),
    ],
)
def test_check_digits_of_the_large_banks_are_those_they_publish(
    rule: DigitRule, branch: str, account: str, digit: str
) -> None:
    form = AccountRule(digit_rule=rule)
    assert checked(form, "CACC", branch, account, digit) == account + digit
    for wrong in set("0123456789") - {digit}:
        with pytest.raises(NumberRefused):
            checked(form, "CACC", branch, account, wrong)
    # Of another kind of account only the form is known.
    assert checked(form, "TRAN", branch, account, "X") == account + "0"


async def test_promise_24_payouts_refuse_without_a_second_factor_in_the_server(
    gil: Person, bruno: Person, counter: Counter, sql: Any
) -> None:
    """gil holds every permission it takes, and no second factor."""
    sql(
        "update role set permissions = permissions || '{payin::withdrawals:read,payin::withdrawals:write,account::bankAccounts:write}'"
        " where name = 'administrator'"
    )
    account = await added(bruno)
    transfer = {"amount": {"amount": 100}, "bank_account": account}
    for path, body in (
        ("/v1/account/withdrawals", transfer),
        ("/v1/account/withdrawals/plan", transfer),
        (BANK_ACCOUNTS, elsewhere()),
        *((f"{BANK_ACCOUNTS}/{account}/{what}", {}) for what in ("verify", "default", "disable")),
    ):
        said = await gil.post(path, body)
        assert (said.status_code, said.json()["message"]) == (403, "forbidden"), path
        assert "auth::twoFactor" in said.json()["error"]
    assert sql("select count(*) from payout") == [(0,)]


async def test_a_policy_holds_a_new_account_until_another_person_approves(
    bruno: Person, eva: Person, counter: Counter, sql: Any
) -> None:
    standing_policy(sql, "account:bank_account:create")
    said = await bruno.post(BANK_ACCOUNTS, OWN)
    assert said.status_code == 202, said.text
    assert (await bruno.get(BANK_ACCOUNTS)).json() == []
    done = await Desk(sql).approve(eva, said.json()["request"]["id"])
    assert done.status_code == 200, done.text
    assert [row["status"] for row in (await bruno.get(BANK_ACCOUNTS)).json()] == ["pending_verification"]


async def test_who_pays_to_an_account_waits_for_whoever_changes_it_and_for_nobody_else_who_pays(
    bruno: Person, counter: Counter, sql: Any
) -> None:
    account = UUID(await usable(bruno, sql, elsewhere()))
    asked = "select from bank_account where id = %s for {} nowait"
    async with counter.app.database.transaction(Scope((AURORA,))) as tx:
        await account_to_pay(tx, AURORA, account)
        sql(asked.format("share"), account)
        with pytest.raises(psycopg.errors.LockNotAvailable):
            sql(asked.format("update"), account)
