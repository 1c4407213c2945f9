"""What people read when they are told: what happened, how much, with whom, in the words of the screens."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from people import Person
from retaguarda.notifications.kinds import KINDS, Kind
from retaguarda.notifications.texts import WORDS, Language, message, title
from retaguarda.webhooks.event_catalogue import BY_EVENT
from support.charges import Counter
from support.mailbox import mails, text_of

LOCALES = Path(__file__).parents[2] / "web" / "public" / "locales"
LANGUAGES: tuple[Language, ...] = ("pt", "en")
#: Whose state an event tells → where the word of that state stands for its list.
LISTS = {
    "payin:charge": ("payin", "status"),
    "payin:payment": ("payin", "status"),
    "payin:refund": ("payin", "refund_status"),
    "payin:med": ("med", "status"),
    "payouts:payout": ("transfers", "status"),
    "payouts:payment": ("payoutPayments", "status"),
    "account:deposit": ("deposits", "status"),
    "pix:recurrence": ("pix", "recurrence_status"),
    "pix:charge": ("pix", "charge_status"),
}
MONEY = [kind for kind in KINDS if {"amount", "received"} & set(kind.facts) and kind.group in {"payin", "account"}]
#: What an event of any kind may tell.
FACTS: dict[str, Any] = {
    "amount": 123_456,
    "received": 123_456,
    "blocked": 123_456,
    "party": "Maria Souza",
    "actor": "eva@retaguarda.example",
    "maker": "ana@merchant.example",
    "command": "payin:refund:create",
    "due_at": "2026-09-02T02:05:07Z",
    "due_on": "2026-09-02",
    "mark": 80,
}
SUM = {"pt": "R$\u00a01.234,56", "en": "R$1,234.56"}


def texts(file: str, language: Language) -> dict[str, Any]:
    return json.loads((LOCALES / language / f"{file}.json").read_text())


def word_of(event: str, language: Language) -> str | None:
    """The word of the list for the state that an event tells."""
    thing, _, state = event.rpartition(":")
    if thing not in LISTS:
        return None
    file, group = LISTS[thing]
    return texts(file, language)[group].get(state)


def facts(kind: Kind, event: str) -> dict[str, Any]:
    outcome = {"outcome": event.rpartition(":")[2]} if "outcome" in kind.facts else {}
    return dict.fromkeys(kind.facts, "x") | FACTS | outcome


def read(kind: Kind, event: str, language: Language, **known: Any) -> str:
    told = facts(kind, event) | known
    return f"{title(language, kind.key, told)}. {message(language, kind.key, told)}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", MONEY, ids=lambda kind: kind.key)
def test_a_notification_about_money_says_how_much_and_who_stands_at_the_other_end(
    kind: Kind, language: Language
) -> None:
    for event in kind.events:
        said = read(kind, event, language)
        assert SUM[language] in said
        assert "Maria Souza" in said
        # Written down before names were: it still reads as a sentence.
        older = read(kind, event, language, party=None)
        assert "None" not in older
        assert "{" not in older


def test_what_came_back_before_it_was_written_down_how_much_still_came_back() -> None:
    for kind in ("payouts_payout_returned", "payout_returned"):
        assert title("en", kind, {"amount": 2_500}).endswith("was returned: R$25.00")
        assert "foi devolvido em parte" in title("pt", kind, {"amount": 2_500, "outcome": "partly_returned"})


def test_these_are_all_that_move_money() -> None:
    assert {kind.key for kind in MONEY} == {kind.key for kind in KINDS if kind.party not in {None, "request"}}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_text_names_only_what_its_event_tells(language: Language) -> None:
    known = {"actor", "party", "request", "about", "outcome", "maker", "reason"}
    for kind in KINDS:
        words = WORDS[language][kind.key]
        named = set(re.findall(r"{(\w+)}", words.title + words.message))
        assert named <= known | set(kind.facts), kind.key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_request_that_waits_says_what_it_is_about_and_who_asked(language: Language) -> None:
    kind = next(kind for kind in KINDS if kind.key == "approvals_waiting")
    said = read(kind, kind.events[0], language)
    for each in (SUM[language], "Maria Souza", "ana@merchant.example"):
        assert each in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_state_has_the_word_of_its_list_in_mails_too(language: Language) -> None:
    compared = 0
    for kind in KINDS:
        for event in kind.events:
            if word := word_of(event, language):
                compared += 1
                stem = stem_of(word)
                assert re.search(stem, read(kind, event, language), re.IGNORECASE), (kind.key, event, word)
    assert compared > 15


def stem_of(word: str) -> str:
    """The word without its gender: the sentence may speak of another thing than the list's column does."""
    return r"\b" + r"\w*\s".join(re.escape(each) for each in re.sub(r"[ao]s?\b", "", word.lower()).split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_state_has_the_word_of_its_list_in_webhooks_too(language: Language) -> None:
    said = texts("sdk", language)["event"]
    compared = 0
    for event, told in BY_EVENT.items():
        thing, _, state = event.rpartition(":")
        if word := word_of(event, language) if state != "created" or thing.startswith("payouts") else None:
            compared += 1
            assert said[told.type.replace(".", "_")].lower().endswith(" " + word.lower()), event
    assert compared > 30


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_state_has_the_word_of_its_list_in_the_trail_too(language: Language) -> None:
    compared = 0
    for event, said in texts("audit", language)["event"].items():
        for thing, (file, group) in LISTS.items():
            prefix = re.sub(r"\W", "_", thing) + "_"
            word = texts(file, language)[group].get(event.removeprefix(prefix)) if event.startswith(prefix) else None
            # Made is what it was, not where it stands; a payment that does not fit stands with its charge.
            if word and not event.endswith("_created") and thing != "payin:payment":
                compared += 1
                assert re.search(stem_of(word), said, re.IGNORECASE), (event, word)
    assert compared > 50


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in MONEY], ids=lambda kind: kind.key)
def test_no_text_leaves_a_place_open(kind: Kind, language: Language) -> None:
    for event in kind.events:
        assert "{" not in read(kind, event, language)


async def test_the_mail_about_a_payment_names_its_payer_whom_the_log_does_not_know(
    counter: Counter, ana: Person, sql: Any, tmp_path: Path
) -> None:
    await ana.put("/v1/notifications/preferences", {"kind": "payin_review", "email": "now"})
    charge = await counter.charge(ana, 3_700)
    await counter.bank.fault(effect="paid_amount", delta=-3_600)
    await counter.bank.pay(charge["br_code"])
    await counter.carry()
    ((payer,),) = sql("select payer_name from pix_payment")
    (mail,) = [each for each in mails(tmp_path) if each["To"] == ana.email]
    assert mail["Subject"] == "R$1.00 needs a decision"
    assert f"R$1.00 from {payer} arrived" in text_of(mail)
    assert sql("select count(*) from event where data::text like %s", f"%{payer}%") == [(0,)]
