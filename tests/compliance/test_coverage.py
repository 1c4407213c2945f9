"""Planted patterns: each is seen by a rule that looks for it, and not by the same rule once somebody works around it."""

from datetime import date, datetime
from typing import Any

import psycopg
import pytest

from conftest import Sql, Work
from people import Person
from retaguarda.app import App
from retaguarda.compliance.pld_blind_spots.check_coverage import planted_answers
from retaguarda.compliance.pld_blind_spots.model import PlantedAnswer
from retaguarda.compliance.pld_blind_spots.plan_typologies import MUTATIONS, PATTERNS, Mutation, PlantedPattern
from retaguarda.compliance.pld_rules.compare_silence import AskedRule
from retaguarda.compliance.pld_rules.queries import typologies
from retaguarda.foundation.database import SYSTEM
from retaguarda.foundation.local_day import BRASILIA
from support.approvals import read, standing_policy
from support.charges import Counter, offenders
from support.pld_cases import backtested, decided, in_force, written
from support.silent_rules import of_end_user, of_merchant

SEARCHES, COVERAGE = "/v1/pld-engine/blind-spots", "/v1/pld-engine/coverage"
EXCLUSIONS = "/v1/pld-engine/exclusions"


def today() -> date:
    return datetime.now(BRASILIA).date()


async def planted(
    app: App, *rules: tuple[Any, tuple[str, ...]]
) -> dict[tuple[PlantedPattern, Mutation], PlantedAnswer]:
    asked = [AskedRule(n, 1, "Looks for it", target, list(lines)) for n, (target, lines) in enumerate(rules, start=1)]
    async with app.database.transaction(SYSTEM) as tx:
        answers = await planted_answers(tx, asked, "BRL")
    return {(each.pattern, each.mutation): each for each in answers}


@pytest.mark.parametrize(
    ("pattern", "rule", "blunt", "movement", "sees"),
    [
        # A payer of twenty payments of 9,900 in two days: seen at the fifth.
        (
            "structuring",
            of_end_user("below_limit_count_24h >= 5"),
            of_end_user("below_limit_count_24h >= 14"),
            5,
            "plain kept",
        ),
        (
            "pass_through",
            of_merchant("passed_on_24h >= 9000; direction == 'out'; amount >= 2000000"),
            of_merchant("passed_on_24h >= 9600; direction == 'out'; amount >= 2000000"),
            2,
            "plain slow kept",
        ),
        ("fan_in", of_merchant("payers_24h >= 30"), of_merchant("payers_24h >= 50"), 30, "plain half many kept"),
        ("fan_out", of_merchant("payees_24h >= 30"), of_merchant("payees_24h >= 150"), 31, "plain half many kept"),
        # Eight times slower it wakes all the same; with half of the amount it is too small, and whoever moved before was not quiet.
        (
            "dormancy",
            of_merchant("quiet_days >= 90; amount >= 1000000"),
            of_merchant("quiet_days >= 121; amount >= 1000000"),
            1,
            "plain slow",
        ),
        (
            "cycle",
            of_merchant("passed_on_24h >= 9900; payers_24h < 2; out_count_24h >= 3"),
            of_merchant("passed_on_24h >= 9900; payers_24h < 2; out_count_24h >= 9"),
            6,
            "plain half kept",
        ),
    ],
)
async def test_a_planted_pattern_is_seen_by_its_rule_until_it_is_changed_or_the_rule_is_blunted(
    app: App, pattern: PlantedPattern, rule: Any, blunt: Any, movement: int, sees: str
) -> None:
    answers = await planted(app, *rule)
    assert len(answers) == len(PATTERNS) * len(MUTATIONS)
    seen = {mutation for mutation in MUTATIONS if answers[pattern, mutation].found is not None}
    assert seen == set(sees.split())
    first = answers[pattern, "plain"].found
    assert first is not None
    assert (first.movement, first.rule.number) == (movement, 1)
    assert all(line.held for line in first.why)
    assert answers[pattern, "plain"].unseen.amount <= answers[pattern, "plain"].moved.amount
    assert (await planted(app, *blunt))[pattern, "plain"].found is None


async def test_the_first_rule_that_answers_is_told_and_how_much_had_moved(app: App) -> None:
    answers = await planted(app, *of_merchant("in_sum_30d >= 5000000"), *of_end_user("in_sum_30d >= 2000000"))
    structuring = answers["structuring", "plain"]
    assert structuring.found is not None
    # The third payment of 9,900 passes 20,000 of its payer; two of them had moved.
    assert (structuring.found.rule.number, structuring.found.movement) == (2, 3)
    assert (structuring.unseen.amount, structuring.moved.amount) == (2 * 990_000, 20 * 990_000)


async def test_without_a_rule_nothing_is_seen_and_coverage_writes_nothing(
    diego: Person, eva: Person, work: Work, sql: Sql
) -> None:
    before = (await diego.get(COVERAGE)).json()
    assert (before["currency"], before["rules"], before["planted"]) == (None, 0, [])
    assert {(*each["rules"], each["exclusion"]) for each in before["codes"]} == {(None,)}
    assert (await diego.post(SEARCHES, {})).status_code == 400
    await written(diego)
    draft = (await diego.get(COVERAGE)).json()
    assert (draft["currency"], draft["rules"], len(draft["planted"])) == ("BRL", 0, 30)
    assert [each for each in draft["planted"] if each["found"]] == []
    await in_force(diego, eva, work, conditions=["payers_24h >= 30"], typologies=["1058"])
    after = (await diego.get(COVERAGE)).json()
    assert (await diego.get(COVERAGE)).json() == after
    assert [
        (each["code"], each["rules"], each["hits_30d"], each["last_hit_at"]) for each in after["codes"] if each["rules"]
    ] == [("1058", [2], 0, None)]
    assert {each["pattern"] for each in after["planted"] if each["found"]} == {"fan_in"}
    assert sql("select count(*) from pld_alert union all select count(*) from pld_hit") == [(0,), (0,)]
    assert sql("select count(*) from pld_movement") == [(0,)]


async def test_who_decides_about_a_version_sees_how_much_more_would_move_unseen(
    diego: Person, eva: Person, work: Work, sql: Sql
) -> None:
    rule = await in_force(diego, eva, work, conditions=["in_sum_30d >= 4890001"])
    given = {"name": "Larger", "conditions": ["in_sum_30d >= 31000001"], "target": "merchant", "typologies": ["1161"]}
    draft = (await diego.put(f"/v1/pld-engine/rules/{rule['id']}", given)).json()
    await decided(eva, draft, "approve")
    await backtested(diego, work, draft)
    standing_policy(sql, "pld:version:decide", permission="compliance::rules:write")
    path = f"/v1/pld-engine/versions/{draft['version']['id']}/decide"

    async def facts() -> dict[str, Any]:
        said = await diego.post(path, {"choice": "activate"})
        assert said.status_code == 202, said.text
        request = said.json()["request"]["id"]
        shown = (await read(diego, request))["plan"]
        assert (await diego.post(f"/v1/approvals/{request}/cancel")).status_code == 200
        return {each["field"]: each["value"] for each in shown["facts"]}

    assert await facts() == {"silent_maximum": "not_searched"}
    # Nobody activates a rule without seeing which situation applies again.
    (code,) = draft["version"]["typologies"]
    sql("set session_replication_role = replica")
    sql(
        "insert into pld_exclusion (id, code, reason, status, proposer, proposed_by, decider, decided_by, decided_at) values"
        " (gen_random_uuid(), %s, 'Nenhum caixa recebe dinheiro', 'in_force', gen_random_uuid(), 'x', gen_random_uuid(), 'y', now())",
        code,
    )
    sql("set session_replication_role = origin")
    assert await facts() == {"silent_maximum": "not_searched", "exclusions_ended": code}
    sql(
        "update pld_exclusion set status = 'ended', end_reason = 'x', ended_by = 'x', ended_at = now() - interval '1 day'"
    )
    await diego.post(SEARCHES, {"version": draft["version"]["id"]})
    await work()
    assert await facts() == {
        "silent_way": "merchant_receive",
        "silent_before": {"amount": 4_890_000, "currency": "BRL"},
        "silent_after": {"amount": 31_000_000, "currency": "BRL"},
        "blind_spot_search": "BS-00002",
    }


def standing(coverage: dict[str, Any], code: str) -> tuple[str, str, str | None] | None:
    """What is declared of a situation: its state, who proposed it, and who decided."""
    (found,) = [each["exclusion"] for each in coverage["codes"] if each["code"] == code]
    return found and (found["status"], found["proposed_by"], found["decided_by"])


async def test_a_situation_that_does_not_apply_is_declared_by_two_people_and_applies_again_by_one(
    diego: Person, eva: Person, ana: Person, carla: Person, sql: Sql
) -> None:
    body = {"code": "1008", "reason": "Nenhum caixa, terminal ou correspondente recebe espécie."}
    for stranger in (ana, carla):
        assert (await stranger.post(EXCLUSIONS, body)).status_code == 403
    made = await diego.post(EXCLUSIONS, body, key="once")
    assert (made.status_code, (await diego.post(EXCLUSIONS, body, key="once")).json()) == (201, made.json())
    assert (await eva.post(EXCLUSIONS, body)).json()["message"] == "exclusion_known"
    assert standing((await diego.get(COVERAGE)).json(), "1008") == ("proposed", diego.email, None)
    path = f"{EXCLUSIONS}/{made.json()['id']}"
    own = await diego.post(f"{path}/decide", {"agree": True})
    assert (own.status_code, own.json()["message"]) == (403, "own_proposal")
    assert (await eva.post(f"{path}/decide", {"agree": True})).status_code == 200
    assert (await eva.post(f"{path}/decide", {"agree": False})).json()["message"] == "exclusion_decided"
    assert standing((await eva.get(COVERAGE)).json(), "1008") == ("in_force", diego.email, eva.email)
    # Not even who owns the database makes one person of the two, or writes the reason anew.
    for change in ("decider = proposer", "reason = reason || ' e mais'", "status = 'proposed'"):
        with pytest.raises(psycopg.Error):
            sql(f"update pld_exclusion set {change}")
    assert (await diego.post(f"{path}/end", {"reason": "Abrimos um posto que recebe espécie."})).status_code == 200
    assert (await diego.post(f"{path}/end", {"reason": "De novo"})).json()["message"] == "exclusion_not_in_force"
    assert standing((await diego.get(COVERAGE)).json(), "1008") is None
    # What ended stays as it was; the next reason is another declaration.
    assert (await eva.post(EXCLUSIONS, body)).status_code == 201


async def test_what_a_rule_looks_for_or_nobody_knows_is_not_declared_away(
    diego: Person, eva: Person, work: Work
) -> None:
    await in_force(diego, eva, work, conditions=["payers_24h >= 30"], typologies=["1058"])
    reason = "Não temos clientes que recebam de tantos pagadores."
    said = await diego.post(EXCLUSIONS, {"code": "1058", "reason": reason})
    assert (said.status_code, said.json()["message"]) == (409, "exclusion_covered")
    for wrong in (
        {"code": "9999", "reason": reason},
        {"code": "1", "reason": reason},
        {"code": "1008", "reason": "Curto"},
    ):
        assert (await diego.post(EXCLUSIONS, wrong)).status_code == 400, wrong
    refused = (await diego.post(EXCLUSIONS, {"code": "1008", "reason": reason})).json()
    assert (await eva.post(f"{EXCLUSIONS}/{refused['id']}/decide", {"agree": False})).json()["status"] == "refused"
    assert standing((await diego.get(COVERAGE)).json(), "1008") is None


async def excluded(diego: Person, eva: Person, code: str) -> str:
    """A situation that two people declared not applicable; returns the path of what they declared."""
    made = await diego.post(EXCLUSIONS, {"code": code, "reason": "Nenhum caixa, terminal ou correspondente."})
    path = f"{EXCLUSIONS}/{made.json()['id']}"
    assert (await eva.post(f"{path}/decide", {"agree": True})).status_code == 200
    return path


async def figures(person: Person, kind: str) -> dict[str, int]:
    """What a duty of this year counts now, among situations."""
    year = today().year
    rows = (await person.get("/v1/bacen/duties", kind=kind)).json()
    (duty,) = [each["id"] for each in rows if each["year"] == max(e["year"] for e in rows if e["year"] <= year)]
    shown: dict[str, int] = (await person.get(f"/v1/bacen/duties/{duty}")).json()["figures"]
    return shown


async def test_what_was_declared_ends_with_the_rule_that_looks_for_it_and_a_proposal_waits_in_vain(
    diego: Person, eva: Person, work: Work, counter: Counter, sql: Sql
) -> None:
    path = await excluded(diego, eva, "1058")
    await excluded(diego, eva, "1008")
    waiting = (await diego.post(EXCLUSIONS, {"code": "1074", "reason": "Nada passa adiante no mesmo dia aqui."})).json()
    rule = await in_force(diego, eva, work, conditions=["payers_24h >= 30"], typologies=["1058", "1074"])
    name = f"PLD-{rule['number']:02d} v1 · {rule['version']['name']}"
    assert sql("select code, status, ended_by, end_reason from pld_exclusion order by code") == [
        ("1008", "in_force", None, None),
        ("1058", "ended", diego.email, name),
        ("1074", "proposed", None, None),
    ]
    assert sql("select subject_id, actor, data ->> 'reason' from event where name = 'pld:exclusion:end'") == [
        (path.rpartition("/")[2], diego.email, name)
    ]
    said = await eva.post(f"{EXCLUSIONS}/{waiting['id']}/decide", {"agree": True})
    assert (said.status_code, said.json()["message"]) == (409, "exclusion_covered")
    # Nor may who owns the database.
    with pytest.raises(psycopg.Error, match="a rule in force looks for this"):
        sql(
            "update pld_exclusion set status = 'in_force', decider = gen_random_uuid(), decided_by = 'x', decided_at = now()"
            " where code = '1074'"
        )
    assert offenders(counter.url) == {}
    # When the rule retires, what was declared does not come back; what waits may be decided.
    await decided(diego, rule, "retire")
    assert standing((await diego.get(COVERAGE)).json(), "1058") is None
    assert (await eva.post(f"{EXCLUSIONS}/{waiting['id']}/decide", {"agree": True})).status_code == 200


async def test_the_duties_of_the_year_count_what_rules_look_for_what_is_excluded_and_what_is_neither(
    diego: Person, eva: Person, work: Work, sql: Sql
) -> None:
    before = await figures(diego, "effectiveness_report")
    total = before["situations_open"]
    assert (before["situations_watched"], before["situations_excluded"], total) == (0, 0, len(typologies()))
    for code in ("1008", "1009"):
        path = await excluded(diego, eva, code)
    await excluded(diego, eva, "1058")
    await in_force(diego, eva, work, conditions=["payers_24h >= 30"], typologies=["1058", "1074"])
    await diego.post(f"{path}/end", {"reason": "Abrimos um posto que recebe espécie."})
    shown = await figures(diego, "effectiveness_report")
    assert {name: value for name, value in shown.items() if name.startswith(("situations", "exclusions"))} == {
        "situations_watched": 2,
        "situations_excluded": 1,
        "situations_open": total - 3,
        "exclusions_declared": 3,
        "exclusions_ended": 2,
    }
    # Of a year that is over, what stood on its last day.
    sql("set session_replication_role = replica")
    sql(
        "update pld_exclusion set decided_at = decided_at - interval '1 year', proposed_at = proposed_at - interval '1 year'"
    )
    sql("set session_replication_role = origin")
    rows = (await diego.get("/v1/bacen/duties", kind="effectiveness_report")).json()
    (last,) = [each["id"] for each in rows if each["year"] == today().year - 1]
    shown = (await diego.get(f"/v1/bacen/duties/{last}")).json()["figures"]
    # That one of them ended since is nothing that year knew.
    assert (shown["situations_watched"], shown["situations_excluded"], shown["exclusions_ended"]) == (0, 3, 0)
    assert shown["exclusions_declared"] == 3
