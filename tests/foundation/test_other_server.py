"""The application on a server of yours: another major version, over TCP, with passwords."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import psycopg
import pytest

from people import Person, asgi
from retaguarda.app import build, web
from retaguarda.database_url import app_password, app_url
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.migrate import migrate
from retaguarda.payin.processors.connections import ensure_connection
from retaguarda.settings import SANDBOX_CLIENT, SANDBOX_KEY, SANDBOX_SECRET, Settings
from retaguarda_demo.load import load_people

INSTALLED = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
OWNER_PASSWORD = "of the owner's"


#: Postgres refuses to run as root.
USER = "postgres" if os.geteuid() == 0 and INSTALLED else None
GROUP = pwd.getpwnam(USER).pw_gid if USER else None


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    if not INSTALLED:
        pytest.skip("no PostgreSQL of Debian is installed beside the embedded one")
    programs = INSTALLED[-1].parent
    folder = Path(tempfile.mkdtemp(prefix="rg-", dir="/tmp"))
    folder.chmod(0o777)
    (folder / "password").write_text(OWNER_PASSWORD)
    (folder / "password").chmod(0o644)
    data = str(folder / "data")
    subprocess.run(
        [
            programs / "initdb",
            "-D",
            data,
            "-U",
            "boss",
            "-A",
            "scram-sha-256",
            f"--pwfile={folder}/password",
            "-E",
            "utf8",
        ],
        check=True,
        capture_output=True,
        user=USER,
        group=GROUP,
    )
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen(
        [programs / "postgres", "-D", data, "-h", "127.0.0.1", "-p", str(port), "-k", str(folder), "-c", "fsync=off"],
        stderr=subprocess.DEVNULL,
        user=USER,
        group=GROUP,
    )
    address = f"postgresql://boss:{OWNER_PASSWORD.replace(' ', '%20')}@127.0.0.1:{port}/postgres"
    deadline = time.monotonic() + 30
    while True:
        try:
            psycopg.connect(address).close()
            break
        except psycopg.OperationalError:
            assert time.monotonic() < deadline, "the other server does not start"
            time.sleep(0.1)
    with psycopg.connect(address, autocommit=True) as connection:
        # As a managed service gives it: an owner that is no superuser.
        connection.execute("create role keeper login nosuperuser createrole password 'of the keeper'")
        connection.execute("create database house owner keeper")
    yield f"postgresql://keeper:of%20the%20keeper@127.0.0.1:{port}/house"
    server.terminate()
    server.wait(30)
    shutil.rmtree(folder)


async def test_the_house_stands_on_another_major_with_the_application_s_own_password(url: str) -> None:
    settings = replace(Settings(secret="a secret of the tests, long enough", bot_check="none"), database_url=url)
    for _ in range(2):
        migrate(url, app_password(settings))
    with psycopg.connect(url) as connection:
        load_people(connection, Keys(settings.secret))
    assert app_url(settings).startswith("postgresql://retaguarda_app:")
    # While the secret is replaced, the role has the password of the one or of the other.
    new = "the secret that comes after it, long enough"
    for secret, previous in ((new, settings.secret), (settings.secret, new)):
        other = replace(settings, secret=secret, secret_previous=previous)
        async with build(other, app_url(other)).opened():
            pass
    alone = replace(settings, secret=new)
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(app_url(alone))
    app = build(settings, app_url(settings))
    async with (
        app.opened(),
        httpx.AsyncClient(transport=asgi(web(app)), base_url="http://localhost:8000") as client,
    ):
        await ensure_connection(
            app.database,
            app.keys,
            name="Sandbox",
            base_url="http://psp/api/v2",
            token_url="http://psp/oauth/token",
            client_id=SANDBOX_CLIENT,
            client_secret=SANDBOX_SECRET,
            pix_key=SANDBOX_KEY,
        )
        ana = await Person(client, "ana@merchant.example").sign_in()
        made = await ana.post("/v1/payin/charges", {"amount": {"amount": 3700}})
        assert made.status_code == 201
        assert [row["id"] for row in (await ana.get("/v1/payin/charges")).json()] == [made.json()["id"]]
