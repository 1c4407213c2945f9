"""An empty installation is begun from a shell, and from there on in the browser."""

from pathlib import Path

import httpx
import psycopg
import pytest

from conftest import SECRET, as_app
from people import Person, asgi, set_up
from retaguarda.app import build, web
from retaguarda.background import timed
from retaguarda.cli import found, verify
from retaguarda.settings import Settings
from retaguarda.worker import drain
from support.mailbox import mails, token_of

ASKED = [
    "--company",
    "Casa Nova",
    "--document",
    "11.222.333/0001-81",
    "--email",
    "Rita@casa.example",
    "--name",
    "Rita Melo",
]
PASSWORD = "Uma-Cadeira-Verde-77"


async def test_the_first_administrator_is_invited_chooses_a_password_and_may_do_everything(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", database_url)
    monkeypatch.setenv("RETAGUARDA_SECRET", SECRET)
    monkeypatch.setenv("RETAGUARDA_DATA", str(tmp_path))
    with psycopg.connect(database_url) as connection:
        found.begin(connection, found.read(ASKED))
    assert found.main(ASKED) == 1
    assert "founded already" in capsys.readouterr().err
    settings = Settings(secret=SECRET, bot_check="none", web_dist=Path("/nonexistent"), data=tmp_path)
    app = build(settings, as_app(database_url))
    app.queue.add(*timed(app))
    async with app.opened(), httpx.AsyncClient(transport=asgi(web(app)), base_url="http://x") as client:
        await drain(app)
        (mail,) = mails(tmp_path)
        assert mail["To"] == "rita@casa.example"
        chosen = {"rememberToken": token_of(mail), "newPassword": PASSWORD}
        assert (await client.post("/auth/forgot", json=chosen)).status_code == 200
        said = (await client.post("/auth/login", json={"email": "rita@casa.example", "password": PASSWORD})).json()
        rita = Person(client, "rita@casa.example", said["token"])
        # Of the provider's own people a second factor is demanded first.
        await set_up(rita)
        invited = await rita.post("/rbac/users/invitations", {"emails": ["second@casa.example"], "roles": [1]})
        assert invited.status_code == 201, invited.text
    assert verify.main([]) == 0
