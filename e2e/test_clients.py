"""The clients of the merchants' API, and the guides that use them, against the running house."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from house import RunningHouse
from newcomer import database_of, own_merchant
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.webhook_signature import signature
from retaguarda.identity.api_keys import NewSecret
from retaguarda_client import (
    Invalid,
    NotAllowed,
    NotFound,
    Retaguarda,
    SignedOut,
    Unanswered,
    WrongSignature,
    awaits_approval,
    read_webhook,
)

ROOT = Path(__file__).parents[1]
GUIDES = ROOT / "docs" / "guides"
BIN = Path(sys.executable).parent
#: What each guide's programs say, by the guide: those in Python and those in TypeScript say the same.
SAID = {
    "first-charge": [r"pending 000201.+", r"(.+\n)*order-200\d 1250(\n.+)*"],
    "payouts": [r"invoice-11-00\d planned 1", r"(\S+-11-00\d .+\n?)+", r"0 returns"],
    "errors": [r"\{.amount.amount.: ?\[.\w+.\]\}\nnot_found"],
    "idempotency": [r"[Tt]rue\nidempotency_key_reused"],
}


@pytest.fixture(scope="module")
def key(app: RunningHouse) -> str:
    """The secret of a program that charges, brings batches and hears webhooks, at a merchant of its own."""
    merchant, secret = own_merchant(app), NewSecret.of(uuid7())
    with database_of(app) as database:
        database.execute(
            "update role set permissions = permissions || '{payin::sdk:view,payin::sdk:manage}' where company_id = %s",
            (merchant.id,),
        )
        database.execute(
            "insert into api_key (id, company_id, role_id, name, prefix, hash, created_by)"
            " select %s, company_id, id, 'Loja', %s, %s, 'a journey' from role where company_id = %s",
            (secret.key, secret.prefix, secret.hash, merchant.id),
        )
    return secret.text


@pytest.fixture(scope="module")
def environment(app: RunningHouse, key: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A folder as a user has it: the compiled package installed, and Python that finds the other."""
    folder = tmp_path_factory.mktemp("programs")
    package = folder / "node_modules" / "@retaguarda" / "client"
    sources = ROOT / "clients" / "typescript"
    shutil.copytree(sources, package, ignore=shutil.ignore_patterns("src", "dist", "node_modules", "tests"))
    compiler = ROOT / "web" / "node_modules" / "typescript" / "bin" / "tsc"
    subprocess.run([BIN / "node", compiler, "-p", sources, "--outDir", package / "dist"], check=True, timeout=120)
    for number, program in enumerate(each for guide in (*SAID, "webhooks") for each in programs(guide, "ts")):
        (folder / f"{number}.mts").write_text(program)
    # Node runs them without a look at their types.
    (folder / "tsconfig.json").write_text(
        json.dumps(
            {
                "compilerOptions": {
                    "module": "NodeNext",
                    "target": "ES2023",
                    "strict": True,
                    "noEmit": True,
                    "skipLibCheck": True,
                    "types": ["node"],
                    "typeRoots": [str(ROOT / "web" / "node_modules" / "@types")],
                },
                "include": ["*.mts"],
            }
        )
    )
    subprocess.run([BIN / "node", compiler, "-p", folder], check=True, timeout=120)
    return os.environ | {
        "RETAGUARDA_URL": app.address,
        "RETAGUARDA_KEY": key,
        "PYTHONPATH": str(ROOT / "clients" / "python"),
        "HOME": str(folder),
    }


def programs(guide: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", (GUIDES / f"{guide}.md").read_text(), re.DOTALL | re.MULTILINE)


def command(program: str, language: str, folder: Path) -> list[str]:
    if language == "python":
        return [sys.executable, "-c", program]
    path = folder / f"{uuid4().hex}.mts"
    path.write_text(program)
    return [str(BIN / "node"), "--disable-warning=ExperimentalWarning", str(path)]


@pytest.mark.parametrize("language", ["python", "ts"])
def test_the_programs_of_the_guides_do_what_they_say(environment: dict[str, str], language: str) -> None:
    folder = Path(environment["HOME"])
    for guide, wanted in SAID.items():
        found = programs(guide, language)
        assert len(found) == len(wanted), guide
        for program, said in zip(found, wanted, strict=True):
            told = subprocess.run(
                command(program, language, folder),
                check=False,
                env=environment,
                capture_output=True,
                text=True,
                timeout=60,
            )
            assert told.returncode == 0, told.stderr
            assert re.fullmatch(said, told.stdout.strip()), (guide, told.stdout)


@pytest.fixture
def api(app: RunningHouse, key: str) -> Iterator[Retaguarda]:
    with Retaguarda(app.address, key) as client:
        yield client


@pytest.mark.parametrize("language", ["python", "ts"])
def test_the_receiver_of_the_guide_hears_what_we_signed_and_nothing_else(
    environment: dict[str, str], api: Retaguarda, language: str
) -> None:
    (program,) = programs("webhooks", language)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}/"
    endpoint = api.webhooks.create({"url": address, "events": ["charge.created"]})
    given = environment | {"PORT": str(port), "RETAGUARDA_WEBHOOK_SECRET": endpoint["secret"] or ""}
    heard = Path(environment["HOME"]) / f"heard-{language}"
    with heard.open("w") as out:
        # A group of its own: node is started by a program that would not take it along.
        receiver = subprocess.Popen(
            command(program, language, heard.parent), env=given, stdout=out, start_new_session=True
        )
    try:
        _until(lambda: _answers(address) == 400)
        api.webhooks.test(endpoint["id"])
        _until(lambda: heard.read_text() == "webhook.test\n")
    finally:
        os.killpg(receiver.pid, signal.SIGKILL)
        receiver.wait()
        api.webhooks.remove(endpoint["id"])


def _answers(address: str) -> int:
    """What somebody is answered who signs with another secret."""
    forged = {"Retaguarda-Signature": signature([b"whsec_other"], b"{}", int(time.time()))}
    try:
        return httpx.post(address, content=b"{}", headers=forged).status_code
    except httpx.TransportError:
        return 0


def _until(true: Callable[[], bool], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.1)


class Losing(httpx.HTTPTransport):
    """The network that carries each call there, and loses the first answers."""

    def __init__(self, lost: int) -> None:
        super().__init__()
        self.lost = lost

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = super().handle_request(request)
        if self.lost:
            self.lost -= 1
            answer.read()
            raise httpx.ReadError("the answer was lost")
        return answer


def test_an_answer_that_is_lost_is_asked_for_again_and_the_charge_is_made_once(app: RunningHouse, key: str) -> None:
    mark = f"lost-{uuid4().hex[:8]}"
    with Retaguarda(app.address, key, retries=1, transport=Losing(1)) as api:
        made = api.charges.create({"amount": {"amount": 700}, "reference": mark})
        assert [row["id"] for row in api.charges.every(reference=mark)] == [made["id"]]
    with Retaguarda(app.address, key, retries=0, transport=Losing(1)) as api:
        with pytest.raises(Unanswered) as nobody_knows:
            api.charges.create({"amount": {"amount": 700}, "reference": mark}, idempotency_key=mark)
        assert nobody_knows.value.idempotency_key == mark
        api.charges.create({"amount": {"amount": 700}, "reference": mark}, idempotency_key=mark)
        assert api.charges.list(reference=mark).total == 2


def test_lists_are_read_to_their_end_and_what_is_refused_has_its_type(
    app: RunningHouse, api: Retaguarda, key: str
) -> None:
    mark = f"page-{uuid4().hex[:8]}"
    made = [api.charges.create({"amount": {"amount": 500}, "reference": mark})["id"] for _ in range(3)]
    page = api.charges.list(reference=mark, per_page=2)
    assert (len(page.rows), page.total, page.next_cursor is None) == (2, 3, False)
    told = api.charges.every(reference=mark, per_page=2, status=["created", "pending"])
    assert sorted(row["id"] for row in told) == sorted(made)
    with pytest.raises(Invalid) as invalid:
        api.charges.create({"amount": {"amount": 0}})
    assert (invalid.value.status, list(invalid.value.fields)) == (400, ["amount.amount"])
    with pytest.raises(NotFound):
        api.charges.get(str(uuid7()))
    with pytest.raises(NotFound):
        api.charges.get("../../rbac/keys")
    with pytest.raises(NotAllowed):
        api.recipients.create(
            {"name": "Iara", "document": "52998224725", "key": {"kind": "email", "value": "iara@example.com"}}
        )
    with Retaguarda(app.address, key + "x") as stranger, pytest.raises(SignedOut):
        stranger.charges.list()


def test_a_charge_that_is_paid_is_refunded_in_part(app: RunningHouse, api: Retaguarda) -> None:
    charge = api.charges.create({"amount": {"amount": 5000}})
    _until(lambda: api.charges.get(charge["id"])["status"] == "pending")
    code = api.charges.get(charge["id"])["br_code"]
    httpx.post(f"{app.sandbox}/sandbox/pay", json={"code": code}).raise_for_status()
    _until(lambda: api.charges.get(charge["id"])["status"] == "paid")
    refund = api.charges.refund(charge["id"], {"amount": {"amount": 1200}, "reason": "Part of it"})
    assert not awaits_approval(refund)
    assert "amount" in refund
    assert refund["amount"] == {"amount": 1200, "currency": "BRL"}


def test_a_webhook_is_read_only_where_its_signature_fits() -> None:
    body, now = json.dumps({"id": "1", "type": "charge.paid"}).encode(), 1_790_000_000
    both = signature([b"whsec_new", b"whsec_old"], body, now)
    for secret in ("whsec_new", "whsec_old", ["whsec_none", "whsec_old"]):
        assert read_webhook(body, both, secret, now=now)["type"] == "charge.paid"
    for wrong, header, at in (
        (body + b" ", both, now),
        (body, both, now + 301),
        (body, both.replace(f"t={now}", f"t={now + 1}"), now),
        (body, "", now),
        (body, f"t={now},v1=é", now),
        (body, f"t=²,v1={'0' * 64}", now),
    ):
        with pytest.raises(WrongSignature):
            read_webhook(wrong, header, ["whsec_new", "whsec_old"], now=at)
    with pytest.raises(WrongSignature):
        read_webhook(body, both, "whsec_other", now=now)
