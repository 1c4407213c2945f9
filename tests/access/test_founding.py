"""An empty installation is begun from a shell, and from there on in the browser."""

import base64
import json
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import httpx
import psycopg
import pytest

from conftest import SECRET, Sql, _copy, as_app
from people import EMAILS, Person, asgi, set_up
from retaguarda.app import build, web
from retaguarda.background import timed
from retaguarda.backup import Refused
from retaguarda.cli import found, secrets, verify
from retaguarda.cli.share_keys import OWN, SHARED, take_keys
from retaguarda.foundation.keys import KEPT_KEY, Keys
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


@pytest.fixture
def cells(server: psycopg.Connection, server_url: str, template: str) -> Iterator[list[str]]:
    """Two databases that nobody has founded yet."""
    with _copy(server, server_url, template) as one, _copy(server, server_url, template) as other:
        yield [one, other]


def as_house(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, url: str, secret: str) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setenv("RETAGUARDA_SECRET", secret)
    monkeypatch.setenv("RETAGUARDA_DATA", str(tmp_path))


def kept(url: str, secret: str) -> dict[str, bytes]:
    with psycopg.connect(url) as connection:
        rows = connection.execute("select purpose, sealed from kept_key").fetchall()
    return {purpose: Keys(secret).unseal(KEPT_KEY, bytes(sealed)) for purpose, sealed in rows}


def test_two_installations_have_the_same_kept_keys_under_secrets_of_their_own(
    cells: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shared, other = tmp_path / "shared", "another secret of the tests, long enough"
    as_house(monkeypatch, tmp_path, cells[0], SECRET)
    assert found.main([*ASKED, "--companies", "2-999"]) == 0
    assert secrets.main(["share", str(shared)]) == 0
    code = capsys.readouterr().out.split()[-1]
    assert secrets.main(["share", str(shared)]) == 1
    assert "exists" in capsys.readouterr().err
    drawn = kept(cells[0], SECRET)
    assert (set(drawn), shared.stat().st_mode & 0o777) == (set(SHARED), 0o600)
    assert not any(base64.b64encode(key) in shared.read_bytes() or key in shared.read_bytes() for key in drawn.values())

    as_house(monkeypatch, tmp_path, cells[1], other)
    for given, text, why in (
        ("a wrong code", shared.read_bytes(), "does not open"),
        (code, shared.read_bytes()[:-9], "holds no shared keys"),
        (code, shared.read_bytes().replace(b'"receipt"', b'"receipts"'), "another version of the program"),
        (code, swapped(shared.read_bytes()), "does not open"),
    ):
        broken = tmp_path / "broken"
        broken.write_bytes(text)
        monkeypatch.setattr("sys.stdin", StringIO(given + "\n"))
        assert found.main([*ASKED, "--companies", "1000-1999", "--kept-keys", str(broken)]) == 1
        assert why in capsys.readouterr().err
        assert kept(cells[1], other) == {}
    monkeypatch.setattr("sys.stdin", StringIO(code + "\n"))
    assert found.main([*ASKED, "--companies", "1000-1999", "--kept-keys", str(shared)]) == 0
    assert kept(cells[1], other) == drawn
    for _ in range(2):
        assert found.main([*ASKED, "--kept-keys", str(shared)]) == 1
    with psycopg.connect(cells[1]) as connection, pytest.raises(Refused, match="of its own already"):
        take_keys(connection, Keys(other), shared, code)


def swapped(text: bytes) -> bytes:
    """Each key in the place of another: what hashes receipts would hash recovery codes."""
    keys = json.loads(text)
    keys["keys"] = dict(zip(keys["keys"], [*keys["keys"].values()][::-1], strict=True))
    return json.dumps(keys).encode()


def test_every_kept_key_is_shared_or_says_why_not() -> None:
    page = (Path(__file__).parents[2] / "docs/cryptography.md").read_text()
    section = page.partition("## Keys that outlive the secret")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)) == {*SHARED, *OWN}


@pytest.mark.parametrize("text", ["5", "9-2", "1-9", "a-b", "2-2147483647", "-9"])
def test_a_range_of_companies_is_whole(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        found.read([*ASKED, f"--companies={text}"])
    assert "a range is written as" in capsys.readouterr().err


def test_companies_take_numbers_of_their_installation_alone(peopled_url: str, diego_id: str) -> None:
    def onboard(connection: psycopg.Connection, document: str) -> int:
        row = connection.execute(
            "select company_onboard(%s, 'Nova', 'Nova Ltda', '', 'BR', null, '{}', null)", (document,)
        ).fetchone()
        assert row is not None
        return row[0]

    with psycopg.connect(peopled_url) as connection:
        connection.execute("select set_config('retaguarda.companies', '*', true)")
        connection.execute("select set_config('retaguarda.person', %s, true)", (diego_id,))
        here = connection.execute("select max(id) from company").fetchone()
        assert here is not None
        assert onboard(connection, "11444777000161") == here[0] + 1
        connection.execute("insert into company_range (first, last) values (1000, 1001)")
        # A company of another installation moved here.
        connection.execute(
            "insert into company (id, name, legal_name, document) values (5000, 'a', 'a', '33000167000101')"
        )
        assert [onboard(connection, document) for document in ("60746948000112", "00000000000191")] == [1000, 1001]
        with pytest.raises(psycopg.Error, match="no number left for a company: 1000 to 1001") as refused:
            onboard(connection, "90400888000142")
        assert refused.value.sqlstate == "RF538"


@pytest.fixture
def diego_id(sql: Sql) -> str:
    return str(sql("select id from person where email = %s", EMAILS["diego"])[0][0])
