"""Bot checks: our own, and those of others as far as their protocol goes."""

import base64
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import altcha
import httpx
import pytest

from retaguarda import adapters
from retaguarda.csp import Sources, content_security_policy
from retaguarda.foundation.keys import Keys
from retaguarda.providers.botcheck import Altcha
from retaguarda.providers.botcheck_remote import RECAPTCHA, TURNSTILE, RemoteBotCheck, Service
from retaguarda.settings import Settings, SettingsError, load


def said(**other: Any) -> dict[str, Any]:
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return {"success": True, "hostname": "pay.example", "action": "login", "challenge_ts": now, "score": 0.9} | other


def service(kind: Service, answer: Any, status: int = 200) -> tuple[RemoteBotCheck, list[bytes]]:
    asked = list[bytes]()

    def reply(request: httpx.Request) -> httpx.Response:
        asked.append(request.content)
        assert str(request.url) == kind.url
        return httpx.Response(status, content=answer if isinstance(answer, bytes) else json.dumps(answer))

    return RemoteBotCheck(kind, "s3cret", "pay.example", httpx.MockTransport(reply)), asked


@pytest.mark.parametrize("kind", [RECAPTCHA, TURNSTILE])
async def test_a_good_answer_passes_and_can_be_told_from_others(kind: Service) -> None:
    check, asked = service(kind, said())
    one, two = await check.verify("token-1", "login"), await check.verify("token-2", "login")
    assert one.passed
    assert one.fingerprint != two.fingerprint
    assert asked[0] == b"secret=s3cret&response=token-1"


async def test_each_service_names_an_action_its_own_way() -> None:
    assert (await service(RECAPTCHA, said(action="login_2fa"))[0].verify("x", "login-2fa")).passed
    assert (await service(TURNSTILE, said(action="login-2fa"))[0].verify("x", "login-2fa")).passed


OLD = (datetime.now(UTC) - timedelta(minutes=6)).strftime("%Y-%m-%dT%H:%M:%SZ")


@pytest.mark.parametrize(
    "answer",
    [
        said(success=False),
        said(action="forgot"),
        said(action=""),
        said(hostname="evil.example"),
        said(challenge_ts=OLD),
        said(challenge_ts=""),
        said(challenge_ts="soon"),
        {"success": True},
        {},
        [],
        b"not json",
        b"\xff",
    ],
)
@pytest.mark.parametrize("kind", [RECAPTCHA, TURNSTILE])
async def test_any_other_answer_does_not_pass(kind: Service, answer: Any) -> None:
    assert not (await service(kind, answer)[0].verify("x", "login")).passed


async def test_a_low_score_is_a_robot_where_there_are_scores() -> None:
    assert not (await service(RECAPTCHA, said(score=0.4))[0].verify("x", "login")).passed
    assert (await service(TURNSTILE, said(score=0.4))[0].verify("x", "login")).passed


async def test_a_service_that_fails_lets_nobody_in() -> None:
    def broken(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("away")

    assert not (await service(TURNSTILE, said(), 500)[0].verify("x", "login")).passed
    away = RemoteBotCheck(TURNSTILE, "s3cret", "pay.example", httpx.MockTransport(broken))
    assert not (await away.verify("x", "login")).passed


@pytest.mark.parametrize("answer", ["", "x" * 4_001])
async def test_nobody_is_asked_about_what_cannot_be_an_answer(answer: str) -> None:
    check, asked = service(TURNSTILE, said())
    assert not (await check.verify(answer, "login")).passed
    assert asked == []


async def test_our_own_check_takes_a_solved_challenge_of_the_same_action_only() -> None:
    check = Altcha(b"k" * 32)
    challenge = altcha.Challenge.from_dict(check.challenge("login"))
    solved = altcha.solve_challenge(challenge)
    assert solved is not None
    payload = base64.b64encode(json.dumps(altcha.Payload(challenge, solved).to_dict()).encode()).decode()
    assert (await check.verify(payload, "login")).passed
    assert not (await check.verify(payload, "forgot")).passed
    assert not (await Altcha(b"x" * 32).verify(payload, "login")).passed


def test_the_settings_choose_the_check_and_what_the_page_may_load() -> None:
    assert adapters.bot_check(Settings(), Keys("x" * 32)).kind == "altcha"
    assert adapters.bot_check_sources(Settings()) == Sources()
    chosen = load(
        {
            "RETAGUARDA_BOT_CHECK": "turnstile",
            "RETAGUARDA_BOT_CHECK_SITE_KEY": "site",
            "RETAGUARDA_BOT_CHECK_SECRET": "secret",
        }
    )
    assert adapters.bot_check(chosen, Keys("x" * 32)).kind == "turnstile"
    policy = content_security_policy(adapters.bot_check_sources(chosen))
    assert "script-src 'self' https://challenges.cloudflare.com; frame-src https://challenges.cloudflare.com;" in policy
    assert "unsafe" not in policy
    with pytest.raises(SettingsError, match="SITE_KEY"):
        load({"RETAGUARDA_BOT_CHECK": "recaptcha"})
