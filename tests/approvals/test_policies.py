"""Policies are Commands too: a second person agrees to each change of them, as soon as there is one."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from people import AURORA, EMAILS, Person
from retaguarda.foundation.conditions import Rule, RuleError
from support.approvals import REFUND, Desk, read

Sql = Callable[..., list[tuple[Any, ...]]]
PATH = "/v1/approval-policies"
BIG = {"name": "Devoluções grandes", "command": REFUND, "condition": "amount > 100000"}


async def test_a_policy_needs_a_second_person_and_stands_once_they_agree(
    diego: Person, eva: Person, desk: Desk
) -> None:
    key = str(uuid4())
    first, again = [await diego.post(PATH, BIG, key=key) for _ in range(2)]
    assert first.status_code == again.status_code == 202
    assert first.content == again.content
    request = first.json()["request"]["id"]
    assert (await diego.get(PATH)).json() == []
    assert (await desk.approve(diego, request)).json()["message"] == "maker_is_not_checker"
    assert (await desk.approve(eva, request)).json()["status"] == "executed"
    (made,) = (await eva.get(PATH)).json()
    assert (made["name"], made["company_id"], made["alone"], made["updated_by"]) == (
        BIG["name"], 1, False, EMAILS["diego"],
    )  # fmt: skip


async def test_a_change_shows_what_it_changes_and_a_deletion_waits_too(
    diego: Person, eva: Person, desk: Desk, policy: Any
) -> None:
    number = policy(REFUND, name="Todas")
    said = await diego.put(f"{PATH}/{number}", BIG)
    assert said.status_code == 202, said.text
    shown = await read(eva, said.json()["request"]["id"])
    changes = {each["field"]: (each["before"], each["after"]) for each in shown["plan"]["changes"]}
    assert changes == {"name": ("Todas", BIG["name"]), "condition": ("", "amount > 100000")}
    assert (await desk.approve(eva, shown["id"])).json()["status"] == "executed"
    (now,) = (await eva.get(PATH)).json()
    assert (now["condition"], now["version"]) == ("amount > 100000", 2)
    said = await diego.delete(f"{PATH}/{number}")
    assert said.status_code == 202
    assert (await desk.approve(eva, said.json()["request"]["id"])).json()["status"] == "executed"
    assert (await eva.get(PATH)).json() == []


async def test_the_first_policy_of_somebody_who_is_alone_is_made_at_once_and_says_so(diego: Person, sql: Sql) -> None:
    sql("update person set disabled_at = now() - interval '8 days' where email <> %s", EMAILS["diego"])
    said = await diego.post(PATH, BIG)
    assert (said.status_code, said.json()["alone"]) == (201, True)


async def test_a_policy_on_policies_takes_the_place_of_the_house_s_own_rule(
    diego: Person, eva: Person, gil: Person, desk: Desk, policy: Any
) -> None:
    policy("approvals:policy:create", needed=2)
    diego.account = str(AURORA)
    request = (await diego.post(PATH, BIG)).json()["request"]["id"]
    assert (await desk.approve(eva, request)).json()["status"] == "awaiting"
    assert (await desk.approve(gil, request)).json()["status"] == "executed"
    assert [row["company_id"] for row in (await gil.get(PATH)).json()] == [AURORA]


async def test_a_policy_that_makes_no_sense_names_its_field(diego: Person, subtests: pytest.Subtests) -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"command": "payin:charge:create"}, "command"),
        ({"permission": "auth::twoFactor"}, "permission"),
        ({"emergency": "nobody::has:this"}, "emergency"),
        ({"condition": "amount >"}, "condition"),
        ({"condition": "balance > 1"}, "condition"),
        ({"needed": 6}, "needed"),
        ({"expires_days": 0}, "expires_days"),
        ({"name": " "}, "name"),
    ]
    for change, field in cases:
        with subtests.test(change=change, field=field):
            said = await diego.post(PATH, BIG | change)
            assert (said.status_code, list(said.json()["message"])) == (400, [field]), said.text


async def test_a_policy_that_nobody_could_satisfy_is_refused(diego: Person) -> None:
    said = await diego.post(PATH, BIG | {"needed": 3})
    assert (said.status_code, said.json()["message"]) == (409, "too_few_approvers")


async def test_a_key_under_a_policy_works_once_it_is_approved(
    gil: Person, eva: Person, desk: Desk, policy: Any, sql: Sql
) -> None:
    policy("access:key:create")
    ((role,),) = sql("select id from role where company_id = %s and name = 'operator'", AURORA)
    key, body = str(uuid4()), {"name": "Loja", "role_id": role}
    made, again = [await gil.post("/rbac/keys", body, key=key) for _ in range(2)]
    assert (made.status_code, again.status_code) == (202, 202)
    assert again.json()["secret"] is None
    program = Person(gil.client, "", token=made.json()["secret"])
    assert (await program.get("/v1/payin/charges")).status_code == 401
    request = made.json()["request"]["id"]
    assert "secret" not in (await eva.get(f"/v1/approvals/{request}")).text.replace("secret is shown", "")
    assert (await desk.approve(eva, request)).json()["status"] == "executed"
    assert (await program.get("/v1/payin/charges")).status_code == 200


async def test_rights_under_a_policy_show_who_would_get_what(
    gil: Person, eva: Person, desk: Desk, policy: Any, sql: Sql
) -> None:
    policy("access:user:set_roles", company_id=AURORA)
    ((ana,),) = sql("select id::text from person where email = %s", EMAILS["ana"])
    ((role,),) = sql("select id from role where company_id = %s and name = 'without_companies'", AURORA)
    said = await gil.put(f"/rbac/users/{ana}/roles", {"roles": [role]})
    assert said.status_code == 202, said.text
    shown = await read(eva, said.json()["request"]["id"])
    assert shown["plan"]["changes"] == [{"field": "roles", "before": "operator", "after": "without_companies"}]
    assert (await desk.approve(eva, shown["id"])).json()["status"] == "executed"
    assert (await gil.get(f"/rbac/users/{ana}")).json()["roles"] == ["without_companies"]


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("x" * 1_001, "1000 characters"),
        ("(" * 21 + "true" + ")" * 21, "deep at column 21"),
        ("[1].map(a, [2].exists(b, b == a)).size() > 0", "one list at most"),
        # Loops that stand behind what only looks like no code, or like a text.
        ("[1]. //\n map(a, [2]. //\n exists(b, b == a)).size() > 0", "one list at most"),
        (r"size(r'\') == 1 && [1].all(a, [2].exists(b, b == a)) || '' == ''", "one list at most"),
        (r"size(br'\') == 1 && [1].all(a, [2].exists(b, b == a)) || '' == ''", "one list at most"),
        ("'''a'b''' == '' || [1].all(a, [2].exists(b, b == a)) || '''a'b''' == ''", "one list at most"),
        (r"size(r'\') == 1 || " + "(" * 21 + "true" + ")" * 21 + " || '' == ''", "deep at column 40"),
        ("amount > ", "line 1, column 10"),
        ("amount > 1 && balance > 1", "'balance' is unknown at column 15"),
    ],
)
def test_a_condition_is_bounded_and_names_what_is_wrong(source: str, said: str) -> None:
    with pytest.raises(RuleError, match=said):
        Rule(source, frozenset({"amount"}))


def test_a_condition_answers_yes_or_no() -> None:
    names = frozenset({"amount", "input"})
    assert Rule("input.emails.exists(each, each.endsWith('@x.example')) && amount > 1", names).holds(
        {"amount": 2, "input": {"emails": ["a@y.example", "b@x.example"]}}
    )
    # A text may hold what elsewhere would be a loop, a comment or a quote.
    quoted = r"""'[1].all(a, [2].all(b, true))' != "it's // no end" && r'\' != '' // that's all"""
    assert Rule(quoted, names).holds({"amount": 2, "input": {}})
    for wrong in ("amount", "amount > 'x'", "input.nothing == 1"):
        with pytest.raises(RuleError):
            Rule(wrong, names).holds({"amount": 2, "input": {}})
