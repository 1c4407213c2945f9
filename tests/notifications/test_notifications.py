"""People are told of what happened: those who may act on it, once, in their language."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest

from people import AURORA, Person
from retaguarda.app import App
from retaguarda.background import readers
from retaguarda.foundation.events import consume
from retaguarda.identity.mails import MAIL_OF_EVENT
from retaguarda.notifications.kinds import KINDS
from retaguarda.notifications.send_mail import DIGEST_HOUR, NotificationMails
from retaguarda.notifications.texts import WORDS, Language, message
from retaguarda.providers.mail.folder import Folder
from support.charges import Counter
from support.mailbox import mails, text_of

SignIn = Callable[[str], Awaitable[Person]]
Work = Callable[[], Awaitable[None]]


async def told(person: Person, **asked: Any) -> list[dict[str, Any]]:
    said = await person.get("/v1/notifications", **asked)
    assert said.status_code == 200, said.text
    return said.json()["notifications"]


async def in_review(counter: Counter, ana: Person) -> None:
    """A Pix of another amount than the charge's."""
    charge = await counter.charge(ana, 3_700)
    await counter.bank.fault(effect="paid_amount", delta=-3_600)
    await counter.bank.pay(charge["br_code"])
    await counter.carry()


async def test_a_review_is_told_to_those_who_may_decide_it_and_to_nobody_else(
    counter: Counter, ana: Person, carla: Person, sign_in: SignIn
) -> None:
    await in_review(counter, ana)
    (mine,) = await told(ana)
    assert mine.keys() == {
        "uuid", "id", "kind", "title", "message", "redirect", "created_at", "read_at", "is_un_read"
    }  # fmt: skip
    assert (mine["kind"], mine["is_un_read"], mine["read_at"]) == ("payin_review", True, None)
    assert mine["redirect"] == "/dashboard/payin/payments/reviews"
    assert "R$1.00" in mine["message"]
    assert "R$\u00a01,00" in (await told(ana, locale="pt"))[0]["message"]
    for other in (carla, await sign_in("fabio"), await sign_in("diego")):
        assert await told(other) == []
    # The same events once more tell nothing new.
    with psycopg.connect(counter.url, autocommit=True) as owner:
        owner.execute("update event_reader set xid = '0', id = 0 where name = 'notifications.make'")
    await counter.work()
    assert len(await told(ana)) == 1


async def test_one_is_read_then_all_and_twice_is_as_once(counter: Counter, ana: Person, carla: Person) -> None:
    for _ in range(3):
        await in_review(counter, ana)
    first, *_ = await told(ana)
    for path in (f"/v1/notifications/{first['uuid']}/read", f"/notifications/{first['uuid']}/read"):
        assert (await ana.put(path, {})).json()["message"] == "notification_read"
        assert (await carla.put(path, {})).status_code == 404
    said = await ana.get("/v1/notifications", per_page=2)
    assert (said.json()["unread"], said.headers["X-Total"], said.headers["X-Next-Page"]) == (2, "3", "2")
    assert [each["is_un_read"] for each in said.json()["notifications"]] == [False, True]
    assert [each["uuid"] for each in await told(ana, unread="false")] == [first["uuid"]]
    assert len(await told(ana, unread="true", kind="payin_review")) == 2
    for path in ("/notifications/read-all", "/v1/notifications/read-all"):
        assert (await ana.put(path, {})).json()["message"] == "notifications_read"
    assert (await ana.get("/v1/notifications")).json()["unread"] == 0


async def test_looking_for_news_does_not_keep_a_session_alive(ana: Person, peopled_url: str) -> None:
    with psycopg.connect(peopled_url, autocommit=True) as owner:
        owner.execute("update session set last_seen_at = now() - interval '30 minutes'")
        await told(ana)
        assert owner.execute(
            "select count(*) from session where last_seen_at > now() - interval '1 minute'"
        ).fetchone() == (0,)


async def test_what_concerns_your_security_is_told_to_you_and_cannot_be_switched_off(ana: Person, work: Work) -> None:
    assert (
        await ana.post("/auth/password", {"oldPassword": "Mesa#Azul-2026", "newPassword": "Outra#Mesa-2026x"})
    ).status_code == 200
    await work()
    assert [each["kind"] for each in await told(ana)] == ["security_password_changed"]
    refused = await ana.put("/v1/notifications/preferences", {"kind": "security_password_changed", "in_app": False})
    assert (refused.status_code, refused.json()["message"]) == (400, {"in_app": ["not_allowed"]})


async def test_a_new_key_is_mailed_to_whoever_holds_keys_whatever_they_chose(
    gil: Person, work: Work, tmp_path: Path
) -> None:
    role = (await gil.post("/rbac/roles", {"name": "Caixa", "permissions": ["payin::payment:read"]})).json()["id"]
    off = await gil.put("/v1/notifications/preferences", {"kind": "access_key_created", "email": "off"})
    assert (off.status_code, off.json()["message"]) == (400, {"email": ["not_allowed"]})
    assert (
        await gil.put("/v1/notifications/preferences", {"kind": "access_key_created", "in_app": False})
    ).status_code == 200
    assert (await gil.post("/rbac/keys", {"name": "Loja 1", "role_id": role})).status_code == 201
    await work()
    # To whoever made it too: it may not have been them.
    assert [mail["Subject"] for mail in mails(tmp_path) if mail["To"] == gil.email] == ["An API key was created"]


async def test_a_device_never_used_before_is_mailed_once(ana: Person, work: Work, sql: Any, tmp_path: Path) -> None:
    ana.client.headers["User-Agent"] = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"
    for _ in range(2):
        await ana.sign_in()
    await work()
    (mail,) = mails(tmp_path, "new_device")
    assert (mail["To"], mail["Subject"]) == (ana.email, "You signed in on a new device")
    assert "Firefox · Linux" in text_of(mail)


def test_mails_that_nobody_switches_off_and_those_that_are_on_by_default() -> None:
    by_notification = {event for kind in KINDS if kind.mandatory for event in kind.events}
    assert {"access:key:create", "access:key:rotate", "account:bank_account:create"} <= by_notification
    assert {
        "identity:person:password_changed",
        "identity:second_factor:added",
        "identity:passkey:added",
        "identity:person:email_changed",
        "identity:session:new_device",
    } <= set(MAIL_OF_EVENT)
    assert {kind.key for kind in KINDS if kind.by_mail == "now" and not kind.mandatory} == {
        "payin_med_opened",
        "payin_med_overdue",
        # A merchant's KYC waits for them, or ends.
        "kyc_asked",
        "kyc_message",
        "kyc_approved",
        "kyc_rejected",
        "kyc_renewal",
        "kyc_expired",
        # Staff decide within minutes, or the clock and the banks do.
        "payout_hold_ending",
        "payout_suspect_hit",
        "payout_case_opened",
        "payout_success_fell",
        "payout_float_short",
    }


async def test_a_person_chooses_how_they_are_told(counter: Counter, ana: Person, app: App, tmp_path: Path) -> None:
    path = "/v1/notifications/preferences"
    usual = {each["kind"]: each for each in (await ana.get(path, locale="pt")).json()}
    assert "access_key_created" not in usual
    assert usual["payin_review"] == {
        "kind": "payin_review", "group": "payin", "title": "Um pagamento espera uma decisão", "in_app": True, "email": "off", "webhook": False, "mandatory": False,
    }  # fmt: skip
    for _ in range(2):
        changed = await ana.put(path, {"kind": "payin_review", "email": "now"})
        assert (changed.json()["in_app"], changed.json()["email"]) == (True, "now")
    assert (await ana.put(path, {"kind": "payin_review", "in_app": False})).json()["email"] == "now"
    await in_review(counter, ana)
    assert await told(ana) == []
    (mail,) = [mail for mail in mails(tmp_path) if mail["To"] == ana.email]
    assert mail["Subject"] == "R$1.00 needs a decision"
    assert "R$1.00 from " in text_of(mail)
    assert "/dashboard/payin/payments/reviews" in text_of(mail)
    assert (await ana.put(path, {"kind": "access_key_created", "email": "now"})).status_code == 404
    assert (await ana.put(path, {"kind": "payin_review", "email": "weekly"})).status_code == 400


async def test_a_digest_comes_once_in_the_morning(
    counter: Counter, ana: Person, app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ana.put("/v1/notifications/preferences", {"kind": "payin_review", "email": "daily"})
    for _ in range(2):
        await in_review(counter, ana)
    mailing = NotificationMails(app.database, Folder(tmp_path / "mail", "x@example.com"), "http://localhost:8000")
    with psycopg.connect(counter.url, autocommit=True) as owner:
        (hour,) = owner.execute(
            "select extract(hour from now() at time zone time_zone)::int from company where id = %s", (AURORA,)
        ).fetchone() or (0,)
    monkeypatch.setattr("retaguarda.notifications.send_mail.DIGEST_HOUR", (hour + 2) % 24)
    await mailing.digest()
    assert mails(tmp_path) == []
    monkeypatch.setattr("retaguarda.notifications.send_mail.DIGEST_HOUR", hour)
    for _ in range(2):
        await mailing.digest()
    (mail,) = mails(tmp_path)
    assert text_of(mail).count("arrived and is under review") == 2
    assert DIGEST_HOUR == 8


async def test_a_question_that_makes_no_sense_is_refused(ana: Person, subtests: pytest.Subtests) -> None:
    cases: list[dict[str, str]] = [
        {"locale": "fr"},
        {"kind": "nothing"},
        {"unread": "perhaps"},
        {"per_page": "201"},
        {"search": "x"},
        {"cursor": "x"},
    ]
    for asked in cases:
        with subtests.test(asked=asked):
            assert (await ana.get("/v1/notifications", **asked)).status_code == 400


async def test_old_news_are_no_news(app: App, ana: Person, work: Work, peopled_url: str) -> None:
    with psycopg.connect(peopled_url, autocommit=True) as owner:
        owner.execute(
            "insert into event (company_id, name, subject_id, actor, at, data)"
            " values (%s, 'payin:payment:under_review', 'x', 'pix', now() - interval '8 days', '{\"received\": 1}')",
            (AURORA,),
        )
    for reader in readers(app):
        while await consume(app.database, reader):
            pass
    assert await told(ana) == []


def test_each_kind_has_its_words_in_both_languages() -> None:
    assert set(WORDS["en"]) == set(WORDS["pt"]) == {kind.key for kind in KINDS}


@pytest.mark.parametrize(
    ("language", "data", "words"),
    [
        ("en", {"maker": "ana@x.example"}, "Refund (R$1,500.00), requested by ana@x.example."),
        ("pt", {"maker": "ana@x.example"}, "Devolução (R$\u00a01.500,00), a pedido de ana@x.example."),
    ],
)
def test_what_waits_for_approval_is_told_with_its_name_its_sum_and_who_asked(
    language: Language, data: dict[str, Any], words: str
) -> None:
    asked = {"command": "payin:refund:create", "amount": 150_000, **data}
    assert message(language, "approvals_waiting", asked).startswith(words)


def test_what_was_not_done_says_what_became_of_it() -> None:
    asked = {"command": "payin:refund:create", "amount": 150_000, "maker": "ana@x.example", "actor": "eva@x.example"}
    refused = message("en", "approvals_not_done", asked | {"outcome": "reject", "reason": "wrong {maker}"})
    assert refused == "Refund (R$1,500.00): eva@x.example rejected it (wrong {maker})."
    late = message("en", "approvals_not_done", asked | {"outcome": "expired"})
    assert late == "Refund (R$1,500.00): nobody decided in time."
    # As it was written down before the event told so much.
    assert message("en", "approvals_not_done", {"actor": "x"}).startswith("A request: it was rejected, ran out")
