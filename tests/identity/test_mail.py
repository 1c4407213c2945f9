"""The SMTP adapter, against a small server of our own; and what its address may look like."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from retaguarda.providers.mail import Mail, MailRefused, MailUnavailable
from retaguarda.providers.mail.smtp import Server, Smtp, server_of
from retaguarda.settings import SettingsError, load

MAIL = Mail("reset", "joao@exemplo.example", "Escolha uma nova senha", "Olá\n", "<p>Olá</p>")


@asynccontextmanager
async def smtp_server(answers: dict[str, bytes]) -> AsyncIterator[tuple[Server, list[bytes]]]:
    """Speaks enough SMTP to take a mail. ``answers``: verb → what it says instead of yes."""
    heard = list[bytes]()

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 here\r\n")
        while line := await reader.readline():
            heard.append(line)
            verb = line.split()[0].decode().upper()
            said = answers.get(verb, b"250 fine")
            writer.write(said + b"\r\n")
            if verb == "DATA" and said.startswith(b"354"):
                heard.append(await reader.readuntil(b"\r\n.\r\n"))
                writer.write(answers.get("BODY", b"250 taken") + b"\r\n")
            if verb == "QUIT":
                break
        writer.close()

    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    async with server:
        yield Server("127.0.0.1", server.sockets[0].getsockname()[1], None), heard


async def test_a_mail_goes_through_with_both_its_forms() -> None:
    async with smtp_server({"DATA": b"354 go on"}) as (server, heard):
        await Smtp(server, "Retaguarda <no-reply@retaguarda.example>").send(MAIL)
    told = b"".join(heard)
    assert b"mail FROM:<no-reply@retaguarda.example>" in told
    assert b"rcpt TO:<joao@exemplo.example>" in told
    assert b"text/plain" in told
    assert b"text/html" in told


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ({"RCPT": b"550 nobody here"}, MailRefused),
        ({"RCPT": b"450 later"}, MailUnavailable),
        ({"MAIL": b"421 busy"}, MailUnavailable),
        ({"DATA": b"354 go on", "BODY": b"554 spam"}, MailRefused),
        ({"DATA": b"354 go on", "BODY": b"451 later"}, MailUnavailable),
    ],
)
async def test_a_refusal_for_good_is_told_from_one_for_now(
    answers: dict[str, bytes], expected: type[Exception]
) -> None:
    async with smtp_server(answers) as (server, _):
        with pytest.raises(expected) as refused:
            await Smtp(server, "a@b.example").send(MAIL)
    assert MAIL.to not in str(refused.value)


async def test_a_server_that_is_not_there_is_asked_again_later() -> None:
    async with smtp_server({}) as (server, _):
        pass
    with pytest.raises(MailUnavailable):
        await Smtp(server, "a@b.example").send(MAIL)


async def test_a_server_without_encryption_gets_nothing() -> None:
    async with smtp_server({"EHLO": b"250 plain", "STARTTLS": b"502 no"}) as (server, heard):
        with pytest.raises((MailUnavailable, MailRefused)):
            await Smtp(Server(server.host, server.port, "starttls", "me", "secret"), "a@b.example").send(MAIL)
    assert b"secret" not in b"".join(heard)
    assert not any(line.upper().startswith((b"MAIL", b"AUTH")) for line in heard)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("smtp://user:p%40ss@mail.example", Server("mail.example", 587, "starttls", "user", "p@ss")),
        ("smtps://mail.example", Server("mail.example", 465, "at once")),
        ("smtp://localhost:1025", Server("localhost", 1025, None)),
    ],
)
def test_the_address_of_a_server_says_how_it_is_spoken_to(url: str, expected: Server) -> None:
    assert server_of(url) == expected


@pytest.mark.parametrize("url", ["mail.example:25", "http://mail.example", "smtp://", "smtp://mail.example/x"])
def test_a_wrong_address_of_a_server_stops_the_start(url: str) -> None:
    with pytest.raises(SettingsError, match="RETAGUARDA_SMTP_URL"):
        load({"RETAGUARDA_SMTP_URL": url})


def test_limits_are_settings() -> None:
    assert load({"RETAGUARDA_LIMIT_CODE_PERSON": "3/60, 9/600"}).limits.code_person == ((3, 60), (9, 600))
    for wrong in ("3", "3/0", "x/1", "3/60;4/5"):
        with pytest.raises(SettingsError, match="RETAGUARDA_LIMIT_SIGN_IN_ALL"):
            load({"RETAGUARDA_LIMIT_SIGN_IN_ALL": wrong})
