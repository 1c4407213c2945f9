"""What a new password must be."""

import logging

import httpx
import pytest

from retaguarda.identity.passwords import hash_password, is_outdated
from retaguarda.identity.policy import is_common, refusal
from retaguarda.providers.breaches import PwnedRange

ABOUT = ("ana.souza@merchant.example", "Padaria Três Irmãos")


@pytest.mark.parametrize(
    ("password", "key"),
    [
        ("", "min_length_required"),
        ("Aa1!Aa1!Aa1", "min_length_required"),
        ("aaaaaaaaaaaa", "upper_case"),
        ("AAAAAAAAAAAA", "lower_case"),
        ("AAAAaaaaAAAA", "numbers"),
        ("AAAAaaaa1111", "alphas"),
        ("AAAA_aaaa_1111", "alphas"),
        ("Mesa#Azul-2026", None),
        ("  Mesa Azul 26  ", None),
        ("Ção#Éñü-Ж2026!", None),
        ("X" * 300 + "y1!", None),
        ("X" * 1_000 + "y1!", "too_long"),
        ("Souza!Casa-88xx", "contains_personal"),
        ("xxSOÚZA!Casa-88", "contains_personal"),
        ("Tres!Casa-8877", "contains_personal"),
        ("ReTaGuarda!8877", "contains_personal"),
        ("Merchant!Casa-88", None),
        ("Banana#Verde-88", None),
        ("Password123!", "common_password"),
        ("P@ssw0rd-2026!", "common_password"),
        ("!!S3nh@-123456", "common_password"),
        ("!QAZ2wsx#EDC", "common_password"),
    ],
)
def test_the_first_rule_that_is_broken_is_named(password: str, key: str | None) -> None:
    assert refusal(password, ABOUT) == key


def test_a_common_password_is_found_whatever_its_case() -> None:
    assert is_common("1QAZ@wsx3EDC")
    assert not is_common("Mesa#Azul-2026")


def test_a_hash_of_weaker_parameters_is_outdated() -> None:
    assert not is_outdated(hash_password("x"))
    assert is_outdated("$argon2id$v=19$m=8192,t=1,p=1$c29tZXNhbHRzb21l$u0ihlNJaIlYC3TLPAlI5nA")


def answering(text: str, status: int = 200) -> PwnedRange:
    return PwnedRange("https://range.example", httpx.MockTransport(lambda _: httpx.Response(status, text=text)))


async def test_a_breached_password_is_known_by_the_rest_of_its_digest() -> None:
    asked = list[str]()
    digest = "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8"  # SHA-1 of "password"

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.path)
        return httpx.Response(200, text=f"{'0' * 35}:7\r\n{digest[5:]}:42\r\n")

    service = PwnedRange("https://range.example", httpx.MockTransport(answer))
    assert await service.holds("password")
    assert not await service.holds("Mesa#Azul-2026")
    assert asked[0] == "/5BAA6"
    assert not await answering(f"{digest[5:]}:0").holds("password")


async def test_a_service_that_fails_stops_nobody_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    def broken(request: httpx.Request) -> httpx.Response:
        raise httpx.ReadTimeout("late")

    with caplog.at_level(logging.WARNING):
        assert not await PwnedRange("https://range.example", httpx.MockTransport(broken)).holds("password")
        assert not await answering("", 503).holds("password")
    assert len(caplog.records) == 2
    assert "password does not" not in caplog.text
