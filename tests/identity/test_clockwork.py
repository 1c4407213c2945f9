"""What runs by the clock: the signing key is replaced, and what is over is swept."""

import psycopg

from conftest import SECRET, as_app
from people import EMAILS, Person
from retaguarda.app import App, build
from retaguarda.background import jobs
from retaguarda.identity.tokens import jwt_header
from retaguarda.settings import Settings
from retaguarda_demo.people import PASSWORD


async def run(app: App, name: str) -> None:
    _, crons = jobs(app)
    await next(cron for cron in crons if cron.name == name).run()


def age_keys(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("update signing_key set created_at = created_at - interval '31 days'")


def count(url: str, table: str) -> int:
    with psycopg.connect(url) as connection:
        row = connection.execute(f"select count(*) from {table}".encode()).fetchone()
    assert row is not None
    return row[0]


async def refresh(person: Person) -> None:
    said = await person.client.post("/auth/refresh", headers={"Authorization": f"Bearer {person.refresh_token}"})
    assert said.status_code == 200
    person.token, person.refresh_token = said.json()["token"], said.json()["refreshToken"]


async def test_a_young_key_stays(ana: Person, app: App, peopled_url: str) -> None:
    for _ in range(2):
        await run(app, "identity.rotate_keys")
    assert count(peopled_url, "signing_key") == 1


async def test_after_a_rotation_the_key_before_still_checks_and_the_one_before_that_does_not(
    ana: Person, app: App, peopled_url: str
) -> None:
    first = ana.token
    other = build(Settings(secret=SECRET), as_app(peopled_url))
    async with other.opened():
        for rotation in (1, 2):
            age_keys(peopled_url)
            await run(other, "identity.rotate_keys")
            # As if five minutes had gone: this process looks for new keys again.
            app.tokens._reload_at = 0.0
            app.tokens._verified.clear()
            assert (await ana.client.get("/rbac/me", headers={"Authorization": f"Bearer {first}"})).status_code == (
                200 if rotation == 1 else 401
            )
            await refresh(ana)
            assert jwt_header(ana.token)["kid"] != jwt_header(first)["kid"]
            assert (await ana.get("/rbac/me")).status_code == 200
    assert count(peopled_url, "signing_key") == 2


async def test_a_token_of_a_key_made_elsewhere_is_checked_at_once(ana: Person, app: App, peopled_url: str) -> None:
    age_keys(peopled_url)
    other = build(Settings(secret=SECRET), as_app(peopled_url))
    async with other.opened():
        await run(other, "identity.rotate_keys")
        with psycopg.connect(peopled_url) as connection:
            row = connection.execute(
                "select s.id, s.person_id from session s join person p on p.id = s.person_id where p.email = %s",
                (EMAILS["ana"],),
            ).fetchone()
        assert row is not None
        ana.token = await other.tokens.issue(row[0], row[1], EMAILS["ana"])
    assert (await ana.get("/rbac/me")).status_code == 200


async def test_what_is_over_is_swept_and_nothing_else(ana: Person, carla: Person, app: App, peopled_url: str) -> None:
    await ana.post("/v1/payin/charges", {"amount": {"amount": 100}})
    await carla.post("/v1/payin/charges", {"amount": {"amount": 100}})
    await ana.client.post("/auth/login", json={"email": EMAILS["ana"], "password": "wrong"})
    with psycopg.connect(peopled_url, autocommit=True) as connection:
        connection.execute("insert into refused_try (bucket, at) values ('x', now() - interval '25 hours')")
        connection.execute(
            "insert into bot_check_used values ('\\x01', now() - interval '1 s'), ('\\x02', now() + interval '1 h')"
        )
        connection.execute("update idempotency set created_at = now() - interval '8 days' where company_id = 2")
        connection.execute(
            "update session set ended_at = now() - interval '31 days' where company_id = 2;"
            "insert into session (id, company_id, person_id, two_factor, idle, expires_at) select gen_random_uuid(), 3, id,"
            " false, '1 h', now() - interval '29 days' from person where company_id = 3"
        )
        connection.execute(
            "insert into mailed_token (hash, company_id, person_id, action, email, new_email, password_changed_at, expires_at)"
            " select sha256(email::bytea), company_id, id, 'email', email, 'n@x.yy', password_changed_at,"
            "   case company_id when 2 then now() - interval '1 s' else now() + interval '1 h' end from person;"
            "update person set pending_email = 'n@x.yy'"
        )
    events = count(peopled_url, "event")
    for _ in range(2):
        await run(app, "identity.sweep")
    left = {name: count(peopled_url, name) for name in (
        "refused_try where bucket = 'x'", "refused_try", "bot_check_used", "idempotency", "session", "refresh_token",
        "mailed_token where company_id = 2", "mailed_token where company_id > 2 or company_id = 1",
        "person where company_id = 2 and pending_email is not null", "person where company_id = 3 and pending_email is null",
    )}  # fmt: skip
    assert list(left.values()) == [0, 3, 1, 1, 2, 1, 0, 4, 0, 0], left
    assert count(peopled_url, "event") == events
    assert (await carla.get("/rbac/me")).status_code == 200
    assert (
        await ana.client.post("/auth/login", json={"email": EMAILS["ana"], "password": PASSWORD})
    ).status_code == 200
