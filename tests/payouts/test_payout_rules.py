"""Rules for payments: written by one, asked of the past, agreed to by another; they hold, refuse, route, and say why."""

import msgspec
import psycopg
import pytest

from conftest import Sql
from days import today
from people import AURORA, Person
from retaguarda.payout_engine.evaluate_rules import FACTS, PayoutRuleGroup, RuleSet
from retaguarda.payouts.rules.check_groups import problems
from retaguarda_demo.rules import PAYOUTS_IN_FORCE, STARTER
from support.charges import Counter, offenders
from support.payments import PAYMENTS, pay, read
from support.payout_rules import RULES, backtested, in_force, written
from support.withdrawals import settle

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")

HOLD = {"name": "Primeiro e alto", "condition": "first && amount > 80000", "action": "hold", "minutes": 30}
REFUSE = {"name": "Muito alto", "condition": "amount > 1000000", "action": "refuse"}
SECOND = {"name": "De quatro olhos", "condition": "amount == 4200", "action": "second_person"}
WARN = {"name": "Repetido", "condition": "duplicates > 0", "action": "warn"}
AGAINST_A_CHANGE = {"name": "De sempre", "condition": "!first && amount < 1000", "action": "allow"}


async def test_a_version_goes_from_its_writer_over_a_backtest_through_another_person_into_force(
    diego: Person, eva: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    version = (await written(diego, HOLD))["id"]
    early = await eva.post(f"{RULES}/{version}/approve", key=None)
    assert (early.status_code, early.json()["message"]) == (409, "backtest_missing")
    await backtested(diego, counter, version)
    own = await diego.post(f"{RULES}/{version}/approve", key=None)
    assert (own.status_code, own.json()["message"]) == (409, "own_rules")
    # A backtest is of one revision: a word more, and it has to be asked again.
    changed = {"name": "Noite", "groups": [HOLD, WARN], "revision": 1}
    assert (await diego.post(f"{RULES}/{version}/change", changed, key=None)).json()["revision"] == 2
    assert (await diego.post(f"{RULES}/{version}/change", changed, key=None)).json()["message"] == "changed_meanwhile"
    assert (await eva.post(f"{RULES}/{version}/approve", key=None)).json()["message"] == "backtest_missing"
    await backtested(diego, counter, version)
    assert (await eva.post(f"{RULES}/{version}/approve", key=None)).json()["status"] == "approved"
    assert (await eva.post(f"{RULES}/{version}/approve", key=None)).json()["message"] == "rules_not_in_state"
    assert (await diego.post(f"{RULES}/{version}/activate", key=None)).json()["status"] == "active"
    with pytest.raises(psycopg.Error, match="it stays as it is"):
        sql("update payout_rule_version set groups = '[]'")
    sql(
        "update role set permissions = permissions || '{payout::settings:read,payout::rule:write}' where company_id = 2"
    )
    assert (await bruno.get(RULES)).status_code == 404
    assert (await bruno.get(f"{RULES}/{version}")).status_code == 404
    assert (await bruno.post(f"{RULES}/{version}/discard", key=None)).status_code == 404


async def test_the_strongest_rule_decides_and_the_record_tells_staff_alone_why(
    diego: Person, eva: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await in_force(diego, eva, counter, AGAINST_A_CHANGE, WARN, HOLD, REFUSE)
    await counter.paid(ana, 2_000_000)
    refused = await pay(bruno, 1_000_100)
    assert (refused.status_code, refused.json()["message"]) == (409, "payment_refused_rule")
    assert "Muito alto" not in refused.text
    held = (await pay(bruno, 90_000)).json()
    assert (held["status"], held["hold_reason"]) == ("on_hold", "rule")
    assert (await read(bruno, held["id"]))["rule_trace"] is None
    trace = (await diego.get(f"{PAYMENTS}/{held['id']}")).json()["rule_trace"]
    assert (trace["action"], [each["name"] for each in trace["met"]]) == ("hold", ["Primeiro e alto"])
    assert (trace["facts"]["first"], trace["facts"]["amount"]) == (True, 90_000)
    plain = (await pay(bruno, 5_000)).json()
    again = (await pay(bruno, 5_000, duplicate_reason="Outra parcela")).json()
    assert [each["status"] for each in (plain, again)] == ["pending", "pending"]
    assert (await diego.get(f"{PAYMENTS}/{again['id']}")).json()["rule_trace"]["action"] == "warn"
    # Its clock ends it as the settings say; nobody forgets it.
    sql("update payout set hold_until = now() - interval '1 minute' where status = 'on_hold'")
    await counter.run_job("payouts.waiting")
    assert (await read(bruno, held["id"]))["status"] == "rejected"


async def test_a_rule_that_asks_for_a_second_person_takes_neither_the_maker_nor_staff(
    diego: Person, eva: Person, bruno: Person, ana: Person, carla: Person, counter: Counter, sql: Sql
) -> None:
    await in_force(diego, eva, counter, SECOND)
    await counter.paid(ana, 20_000)
    made = (await pay(bruno, 4_200)).json()
    assert (made["status"], made["hold_reason"]) == ("on_hold", "second_person")
    agree = f"{PAYMENTS}/{made['id']}/agree"
    sql("update role set permissions = permissions || '{payout::payment:approve}'")
    assert (await carla.post(agree, key=None)).status_code in (403, 404)
    own = await bruno.post(agree, key=None)
    assert (own.status_code, own.json()["message"]) == (403, "own_payment")
    staff = await diego.post(f"{PAYMENTS}/{made['id']}/release", {"reason": "Sem tempo"}, key=None)
    assert (staff.status_code, staff.json()["message"]) == (409, "second_person_needed")
    assert (await eva.post(agree, key=None)).json()["status"] == "pending"
    assert (await eva.post(agree, key=None)).json()["message"] == "payment_not_on_hold"
    await settle(counter, made["id"])
    assert (await read(bruno, made["id"]))["status"] == "done"
    assert [each["approved_by"] for each in (await bruno.get(PAYMENTS)).json()] == [eva.email]


async def test_a_planned_payment_that_somebody_agreed_to_leaves_on_its_day_and_not_before(
    diego: Person, eva: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await in_force(diego, eva, counter, SECOND)
    await counter.paid(ana, 20_000)
    made = (await pay(bruno, 4_200, scheduled_for=str(today(3)))).json()
    assert (made["status"], made["hold_reason"]) == ("on_hold", "second_person")
    sql("update role set permissions = permissions || '{payout::payment:approve}'")
    assert (await eva.post(f"{PAYMENTS}/{made['id']}/agree", key=None)).json()["status"] == "created"
    await counter.work()
    await counter.run_job("payouts.due")
    assert (await read(bruno, made["id"]))["status"] == "created"
    sql("alter table payout disable trigger user")
    sql("update payout set scheduled_for = %s where id = %s", str(today()), made["id"])
    sql("alter table payout enable trigger user")
    await counter.run_job("payouts.due")
    await settle(counter, made["id"])
    assert (await read(bruno, made["id"]))["status"] == "done"


async def test_a_payment_that_nobody_agreed_to_ends_refused_even_where_holds_end_released(
    diego: Person, eva: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await in_force(diego, eva, counter, SECOND)
    await counter.paid(ana, 20_000)
    sql(
        "insert into payout_setting_version (company_id, version, currency, methods, queue, queue_days, queue_skips, hold_ends,"
        " duplicates, external_id_needed, valid_from, actor)"
        f" values ({AURORA}, 1, 'BRL', '{{pix}}', false, 30, true, 'release', 'warn', false, now(), 'test')"
    )
    made = (await pay(bruno, 4_200)).json()["id"]
    sql("update payout set hold_until = now() - interval '1 minute' where status = 'on_hold'")
    await counter.run_job("payouts.waiting")
    assert (await read(bruno, made))["status"] == "rejected"


async def test_a_backtest_tells_what_is_caught_and_disturbed_and_agrees_with_every_trace(
    diego: Person, eva: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 2_000_000)
    for amount in (85_000, 90_000, 5_000):
        await settle(counter, (await pay(bruno, amount)).json()["id"])
    sql("update payout set returned = amount where amount = 90000")
    by_amount = {"name": "Alto", "condition": "amount > 80000", "action": "refuse"}
    told = await backtested(diego, counter, (await written(diego, by_amount, WARN))["id"])
    parts = {each["action"]: each for each in told["report"]["actions"]}
    assert told["payments"] == 3
    assert (parts["refuse"]["count"], parts["refuse"]["amount"]["amount"]) == (2, 175_000)
    assert (parts["refuse"]["caught"], parts["refuse"]["disturbed"]) == (1, 1)
    assert (parts["allow"]["count"], told["report"]["changed"]) == (1, 2)
    assert [each["company_name"] for each in told["report"]["merchants"]] == ["Loja Aurora"]
    sql("update payout set returned = 0")


async def test_what_live_evaluation_kept_is_what_a_backtest_of_the_same_version_finds(
    diego: Person, eva: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 2_000_000)
    await settle(counter, (await pay(bruno, 85_000)).json()["id"])
    every = (
        "(first || !changed_destination) && same_today >= 0 && duplicates >= 0 && payee_age_days >= 0 && dormant_days >= 0"
        " && amount < 80000 && today_sum >= 0 && today_first_payees < 9 && !trusted && name_score >= 0 && shared_with == 0"
        " && batch_total == 0 && weekday > 0 && hour >= 0 && (maker_hour_usual || !maker_hour_usual)"
        ' && !session_new_device && method == "pix"'
    )
    version = await in_force(
        diego,
        eva,
        counter,
        {"name": "Alto", "condition": "amount > 80000", "action": "warn"},
        {"name": "Tudo", "condition": every, "action": "hold", "minutes": 5},
    )
    for amount, why in ((7_000, None), (5_000, None), (3_000, None), (85_000, "E outra")):
        assert (await pay(bruno, amount, duplicate_reason=why)).status_code == 201
    judged = dict(sql("select action, count(*)::int from payout_rule_trace group by 1"))
    assert judged == {"hold": 3, "warn": 1}
    # What is looked up now of those moments is what was kept then.
    assert sql("""
        select count(*)::int, count(*) filter (where f.facts = t.facts)::int
          from payout p join payout_rule_trace t on t.company_id = p.company_id and t.payout_id = p.id
         cross join lateral payout_facts(p.company_id, jsonb_build_array(jsonb_build_object('n', 0, 'at', p.created_at,
           'amount', p.amount, 'destination', encode(p.destination, 'hex'), 'holder_document', p.holder_document, 'maker', p.created_by,
           'method', p.method)),
           array(select jsonb_object_keys(t.facts))) f
    """) == [(4, 4)]
    parts = (await backtested(diego, counter, version))["report"]["actions"]
    # The one of before the version is judged too.
    assert {each["action"]: each["count"] for each in parts} == {"hold": 3, "warn": 2}


async def test_only_rules_in_force_write_a_payment_whoever_inserts_it(
    diego: Person, eva: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    made = (await pay(bruno)).json()["id"]
    copied = "insert into payout (company_id, id, origin, status, amount, currency, fee, kind, holder_name, holder_document, actor{more})"
    copied += " select company_id, gen_random_uuid(), origin, status, amount, currency, fee, kind, holder_name, holder_document, 'x'{value}"
    copied += " from payout where id = '{id}'"
    await in_force(diego, eva, counter, REFUSE)
    with pytest.raises(psycopg.Error, match="not judged by the rules in force"):
        sql(copied.format(more="", value="", id=made))
    with pytest.raises(psycopg.Error, match="not judged by the rules in force"):
        sql(copied.format(more=", rules_id", value=", gen_random_uuid()", id=made))


async def test_what_is_wrong_with_a_group_is_named_by_its_place(diego: Person) -> None:
    for wrong, field in (
        ({"condition": "amont > 1"}, "groups[0].condition"),
        ({"condition": "amount > 'x'"}, "groups[0].condition"),
        ({"minutes": None}, "groups[0].minutes"),
        ({"name": " "}, "groups[0].name"),
        ({"action": "route", "minutes": None}, "groups[0].processor"),
        (
            {"action": "route", "minutes": None, "processor": "01890000-0000-7000-8000-000000000000"},
            "groups[0].processor",
        ),
        ({"action": "refuse"}, "groups[0].minutes"),
    ):
        said = await diego.post(RULES, {"name": "x", "groups": [HOLD | wrong]})
        assert (said.status_code, list(said.json()["message"])) == (400, [field]), wrong
    tried = await diego.post(
        f"{RULES}/try", {"groups": [WARN, HOLD], "facts": {"amount": 90_000, "duplicates": 1}}, key=None
    )
    assert tried.json() == {"problems": [], "met": [0, 1], "action": "hold"}


async def test_the_rules_sentences_for_verify_find_what_breaks_them(
    diego: Person, eva: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await in_force(diego, eva, counter, REFUSE)
    await counter.paid(ana, 20_000)
    await pay(bruno)
    sql("alter table payout_rule_trace disable trigger all; delete from payout_rule_trace")
    assert offenders(counter.url) == {"payout_has_its_trace": 1}
    sql("update payout set rules_id = null")
    assert offenders(counter.url) == {}
    sql("alter table payout_rule_version drop constraint payout_rule_version_two_people")
    sql("alter table payout_rule_version disable trigger all")
    sql("update payout_rule_version set approver = writers[1]")
    assert offenders(counter.url) == {"payout_rules_have_two_people": 1}
    sql("update payout_rule_version set writers = array[gen_random_uuid()]")


def test_the_starter_set_has_twelve_rules_that_are_rules() -> None:
    for groups in (STARTER, PAYOUTS_IN_FORCE):
        made = msgspec.convert(groups, list[PayoutRuleGroup])
        assert problems(made, {}) == []
        assert RuleSet(made).judge(dict(FACTS)).action == "allow"
    assert len(STARTER) == 12
