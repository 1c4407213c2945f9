"""A person is called at an address of their own, each call signed, and nobody else's is ever called."""

from collections.abc import Awaitable, Callable

import psycopg
import pytest

from people import Person
from retaguarda.app import App
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.jobs import TryAgain
from retaguarda.foundation.outbound_http import OutboundClient
from retaguarda.foundation.public_addresses import normalized_url
from retaguarda.notifications import webhook
from retaguarda.notifications.send_webhook import PersonWebhook
from servers import Servers
from support.charges import Counter

ADDRESS = "https://shop.example/told?token=hidden"
PATH = "/v1/notifications/webhook"

SignIn = Callable[[str], Awaitable[Person]]


@pytest.fixture
def servers() -> Servers:
    return Servers()


@pytest.fixture
def telling(app: App, servers: Servers) -> PersonWebhook:
    caller = OutboundClient(private=False, whose="people", transport=servers, lookup=servers.lookup)
    return PersonWebhook(app.database, app.keys, caller, "http://localhost:8000")


async def wants_reviews(person: Person) -> str:
    """The secret with which calls to this person are signed."""
    said = await person.put(PATH, {"url": ADDRESS})
    assert said.status_code == 200, said.text
    for _ in range(2):
        chosen = await person.put("/v1/notifications/preferences", {"kind": "payin_review", "webhook": True})
        assert (chosen.json()["webhook"], chosen.json()["in_app"]) == (True, True)
    return said.json()["secret"]


async def in_review(counter: Counter, ana: Person) -> None:
    charge = await counter.charge(ana, 3_700)
    await counter.bank.fault(effect="paid_amount", delta=-3_600)
    await counter.bank.pay(charge["br_code"])
    path, body = await counter.bank.next_notice()
    assert (await counter.stranger.post(path, json=body)).status_code == 200


def waiting(url: str) -> list[tuple[str, dict[str, str]]]:
    """Calls in the queue: their lock and values."""
    with psycopg.connect(url) as owner:
        return owner.execute(
            "select lock, args from procrastinate_jobs where task_name = %s and status = 'todo'", (webhook.JOB,)
        ).fetchall()


async def test_what_happened_is_told_to_the_address_signed_and_once(
    counter: Counter, ana: Person, bruno: Person, carla: Person, telling: PersonWebhook, servers: Servers
) -> None:
    secret = await wants_reviews(ana)
    await in_review(counter, ana)
    servers.statuses["shop.example"] = 204
    await counter.work()
    ((_lock, job),) = waiting(counter.url)
    for _ in range(2):
        await telling.call(job["notification"])
    (request,) = servers.arrived
    said = request.said
    assert said.keys() == {"id", "kind", "title", "message", "link", "created_at"}
    assert (said["id"], said["kind"]) == (job["notification"], "payin_review")
    assert "R$1.00" in said["message"]
    assert said["link"] == "http://localhost:8000/dashboard/payin/payments/reviews"
    assert request.signed_with(secret)
    shown = (await ana.get(PATH)).json()
    assert (shown["url"], shown["last_status"], shown["last_error"]) == (ADDRESS, 204, None)
    for other in (bruno, carla):
        assert (await other.get(PATH)).json()["url"] is None


async def test_an_address_that_does_not_answer_is_called_again_for_a_day(
    counter: Counter, ana: Person, telling: PersonWebhook, servers: Servers
) -> None:
    await wants_reviews(ana)
    await in_review(counter, ana)
    await counter.work()
    ((_, job),) = waiting(counter.url)
    servers.statuses["shop.example"] = 500
    with pytest.raises(TryAgain):
        await telling.call(job["notification"])
    assert (await ana.get(PATH)).json()["last_status"] == 500
    with psycopg.connect(counter.url, autocommit=True) as owner:
        owner.execute("update notification set created_at = now() - interval '25 hours'")
    await telling.call(job["notification"])
    assert len(servers.arrived) == 2


async def test_who_takes_the_address_or_the_choice_away_is_no_longer_called(
    counter: Counter, ana: Person, telling: PersonWebhook, servers: Servers
) -> None:
    await wants_reviews(ana)
    await in_review(counter, ana)
    await counter.work()
    ((_, job),) = waiting(counter.url)
    for _ in range(2):
        assert (await ana.delete(PATH)).status_code == 200
    await telling.call(job["notification"])
    assert servers.arrived == []
    assert (await ana.get(PATH)).json() == {
        "url": None, "created_at": None, "tried_at": None, "last_status": None, "last_error": None,
    }  # fmt: skip
    await in_review(counter, ana)
    await counter.work()
    assert len(waiting(counter.url)) == 1


async def test_an_address_is_tried_when_its_person_asks(
    counter: Counter, ana: Person, carla: Person, telling: PersonWebhook, servers: Servers
) -> None:
    await wants_reviews(ana)
    assert (await carla.post(f"{PATH}/test", {})).status_code == 404
    for _ in range(2):
        assert (await ana.post(f"{PATH}/test", {})).status_code == 202
    servers.statuses["shop.example"] = 302
    with psycopg.connect(counter.url) as owner:
        (me,) = owner.execute("select person_id from notification_webhook").fetchone() or ("",)
    await telling.test(str(me))
    assert servers.arrived[0].said["kind"] == "test"
    assert (await ana.get(PATH)).json()["last_status"] == 302


@pytest.mark.parametrize(
    ("url", "refusal"),
    [
        ("javascript:alert(1)", "url_invalid"),
        ("https://ana@shop.example/x", "url_invalid"),
        ("https://shop.example/" + "x" * 2_048, "url"),
        ("", "url"),
    ],
)
async def test_what_is_no_address_is_refused(ana: Person, url: str, refusal: str) -> None:
    said = await ana.put(PATH, {"url": url})
    assert said.status_code == 400
    assert refusal in said.text
    assert (await ana.get(PATH)).json()["url"] is None


@pytest.mark.parametrize(
    ("url", "refusal"),
    [
        ("http://shop.example/x", "url_not_https"),
        ("https://10.0.0.7/x", "address_refused"),
        ("https://localhost/x", "address_refused"),
    ],
)
def test_only_an_address_of_the_open_web_is_taken_in_production(url: str, refusal: str) -> None:
    with pytest.raises(ApiError) as refused:
        normalized_url(url, private=False)
    assert refusal in str(refused.value.message)


async def test_that_an_address_was_set_stands_in_the_log_without_what_may_be_a_secret_in_it(
    counter: Counter, ana: Person
) -> None:
    await wants_reviews(ana)
    with psycopg.connect(counter.url) as owner:
        ((data,),) = owner.execute("select data from event where name = 'notifications:webhook:set'").fetchall()
    assert data == {"host": "shop.example"}
