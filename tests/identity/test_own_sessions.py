"""Own sessions, the own password, and what ends what."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import psycopg
import pytest

from people import EMAILS, Person
from retaguarda.identity.devices import device
from retaguarda.settings import Settings, SettingsError, load
from retaguarda_demo.people import PASSWORD
from support.mailbox import mails, text_of

NEW = "Outra!Chave-4821"
SignIn = Callable[[str], Awaitable[Person]]
Work = Callable[[], Awaitable[None]]


async def refresh(person: Person, token: str = "") -> httpx.Response:
    headers = {"Authorization": f"Bearer {token or person.refresh_token}"}
    return await person.client.post("/auth/refresh", headers=headers)


async def alive(*people: Person) -> list[bool]:
    return [(await person.get("/rbac/me")).status_code == 200 for person in people]


async def test_a_person_sees_her_sessions_and_which_is_this_one(ana: Person, sign_in: SignIn, carla: Person) -> None:
    await sign_in("ana")
    rows = (await ana.get("/auth/sessions")).json()
    assert [row["current"] for row in rows].count(True) == 1
    assert len(rows) == 2
    assert set(rows[0]) == {
        "id", "current", "created_at", "last_seen_at", "ip", "user_agent", "device", "two_factor",
    }  # fmt: skip
    assert (rows[0]["device"], rows[0]["ip"], rows[0]["two_factor"]) == ("Python", "127.0.0.1", False)


async def test_one_session_is_ended_and_may_be_ended_twice(ana: Person, sign_in: SignIn) -> None:
    other = await sign_in("ana")
    (row,) = [row for row in (await ana.get("/auth/sessions")).json() if not row["current"]]
    for _ in range(2):
        assert (await ana.delete(f"/auth/sessions/{row['id']}")).status_code == 200
    assert await alive(ana, other) == [True, False]
    assert (await refresh(other)).status_code == 401
    assert len((await ana.get("/auth/sessions")).json()) == 1


async def test_all_others_are_ended_at_once(ana: Person, sign_in: SignIn) -> None:
    others = [await sign_in("ana") for _ in range(2)]
    for _ in range(2):
        assert (await ana.delete("/auth/sessions")).status_code == 200
    assert await alive(ana, *others) == [True, False, False]


async def test_somebody_elses_session_is_not_there(ana: Person, carla: Person, sign_in: SignIn) -> None:
    bruno = await sign_in("bruno")
    for stranger in (carla, bruno):
        (row,) = (await stranger.get("/auth/sessions")).json()
        assert (await ana.delete(f"/auth/sessions/{row['id']}")).status_code == 404
    assert (await ana.delete("/auth/sessions/x")).status_code == 404
    assert await alive(carla, bruno) == [True, True]


async def test_a_new_password_ends_the_other_sessions_and_tells_the_person(
    ana: Person, sign_in: SignIn, work: Work, tmp_path: Path
) -> None:
    other = await sign_in("ana")
    said = await ana.post("/auth/password", {"oldPassword": PASSWORD, "newPassword": NEW})
    assert (said.status_code, said.json()["message"]) == (200, "password_change_success")
    assert await alive(ana, other) == [True, False]
    assert (await refresh(ana)).status_code == 200
    assert (await refresh(other)).status_code == 401
    await work()
    assert mails(tmp_path)[-1]["Subject"] == "Your password was changed"
    again = await ana.post("/auth/password", {"oldPassword": PASSWORD, "newPassword": NEW})
    assert (again.status_code, again.json()["error"]) == (400, "Invalid e-mail or password")


async def test_a_change_that_is_refused_says_why(ana: Person, subtests: pytest.Subtests) -> None:
    cases: list[tuple[object, object]] = [
        ({"oldPassword": "wrong", "newPassword": NEW}, "password_incorrect"),
        ({"oldPassword": PASSWORD, "newPassword": "Curta#1"}, {"newPassword": ["min_length_required"]}),
        ({"oldPassword": PASSWORD, "newPassword": "Aurora!Boreal-88"}, {"newPassword": ["contains_personal"]}),
        ({"oldPassword": PASSWORD, "newPassword": "Senha@123456"}, {"newPassword": ["common_password"]}),
        ({"oldPassword": "", "newPassword": NEW}, {"oldPassword": ["field_required"]}),
        ({"oldPassword": PASSWORD, "newPassword": ""}, {"newPassword": ["field_required"]}),
        ({"newPassword": NEW}, {"oldPassword": ["field_required"]}),
    ]
    for body, message in cases:
        with subtests.test(body=body, message=message):
            said = await ana.post("/auth/password", body)
            assert (said.status_code, said.json()["message"]) == (400, message)


async def test_whoever_disables_a_person_ends_her_sessions_for_good(ana: Person, peopled_url: str) -> None:
    with psycopg.connect(peopled_url, autocommit=True) as connection:
        connection.execute("update person set disabled_at = now() where email = %s", (EMAILS["ana"],))
        assert await alive(ana) == [False]
        connection.execute("update person set disabled_at = null where email = %s", (EMAILS["ana"],))
    assert await alive(ana) == [False]
    assert (await refresh(ana)).status_code == 401


async def test_a_token_used_twice_is_told_to_the_person(ana: Person, work: Work, tmp_path: Path) -> None:
    tokens = [ana.refresh_token]
    for _ in range(2):
        tokens.append((await refresh(ana, tokens[-1])).json()["refreshToken"])
    assert (await refresh(ana, tokens[0])).status_code == 401
    await work()
    (mail,) = mails(tmp_path)
    assert (mail["To"], mail["Subject"]) == (EMAILS["ana"], "We ended one of your sessions")
    assert "Address: 127.0.0.1. Device: Python." in text_of(mail)
    # A second reuse finds the family ended: one mail is enough.
    assert (await refresh(ana, tokens[0])).status_code == 401
    await work()
    assert len(mails(tmp_path)) == 1


@pytest.mark.parametrize(
    ("user_agent", "expected"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox · Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge · Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari · iPhone"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome · Android"),
        ("<script>", ""),
        (None, ""),
    ],
)
def test_a_device_is_named_in_two_words(user_agent: str | None, expected: str) -> None:
    assert device(user_agent) == expected


def test_how_long_a_session_rests_and_lives_is_a_setting() -> None:
    given = load({"RETAGUARDA_SESSION_IDLE_MERCHANT_SECONDS": "600", "RETAGUARDA_SESSION_SECONDS": "3600"})
    assert (given.session_idle_merchant_seconds, given.session_absolute_seconds) == (600, 3_600)
    assert given.session_idle_staff_seconds == Settings().session_idle_staff_seconds
    assert load({"RETAGUARDA_ACCESS_TOKEN_SECONDS": "60"}).access_token_seconds == 60
    with pytest.raises(SettingsError, match="RETAGUARDA_ACCESS_TOKEN_SECONDS"):
        load({"RETAGUARDA_ACCESS_TOKEN_SECONDS": "86400"})
    with pytest.raises(SettingsError, match="RETAGUARDA_SESSION_IDLE_STAFF_SECONDS"):
        load({"RETAGUARDA_SESSION_IDLE_STAFF_SECONDS": "0"})
