from datetime import timedelta
from typing import Any

import pytest

from retaguarda.providers.pix import SCOPES as SCOPE
from sandbox.conftest import Bank
from sandbox.test_charges import COB, KEY, SPAN, TXID, name_of

GRANT = "client_credentials"
SCOPES = {
    "cob.write": [("POST", "/cob"), ("PUT", f"/cob/{TXID}"), ("PATCH", f"/cob/{TXID}")],
    "cob.read": [("GET", "/cob"), ("GET", f"/cob/{TXID}")],
    "cobv.write": [("PUT", f"/cobv/{TXID}"), ("PATCH", f"/cobv/{TXID}")],
    "cobv.read": [("GET", "/cobv"), ("GET", f"/cobv/{TXID}")],
    "payloadlocation.write": [("POST", "/loc"), ("DELETE", "/loc/1/txid")],
    "payloadlocation.read": [("GET", "/loc"), ("GET", "/loc/1")],
    "pix.write": [("PUT", "/pix/E1/devolucao/1")],
    "pix.read": [("GET", "/pix"), ("GET", "/pix/E1"), ("GET", "/pix/E1/devolucao/1")],
    "webhook.write": [("PUT", f"/webhook/{KEY}"), ("DELETE", f"/webhook/{KEY}")],
    "webhook.read": [("GET", "/webhook"), ("GET", f"/webhook/{KEY}")],
}


async def ask_token(bank: Bank, auth: tuple[str, str] | None = None, scope: str = SCOPE, grant: str = GRANT) -> Any:
    form = {"grant_type": grant, "scope": scope}
    given = auth or (bank.settings.client_id, bank.settings.client_secret)
    return await bank.control.post("/oauth/token", data=form, auth=given)


async def test_each_route_wants_its_own_scope(bank: Bank) -> None:
    for scope, routes in SCOPES.items():
        others = " ".join(SCOPES.keys() - {scope})
        tokens = [(await ask_token(bank, scope=asked)).json()["access_token"] for asked in (scope, others)]
        for method, path in routes:
            right, wrong = [
                await bank.http.request(method, path, headers={"Authorization": f"Bearer {token}"}) for token in tokens
            ]
            assert right.status_code not in (401, 403), (method, path)
            assert (wrong.status_code, name_of(wrong)) == (403, "AcessoNegado"), (method, path)


async def test_without_a_token_nothing_is_answered(bank: Bank, subtests: pytest.Subtests) -> None:
    cases: list[str] = ["", "Bearer", "Bearer x", "Bearer x.y", "Basic eDp5", "Bearer é", "Bearer " + "a" * 5000]
    for header in cases:
        with subtests.test(header=header):
            answer = await bank.http.get("/cob", params=SPAN, headers=[(b"Authorization", header.encode("latin-1"))])
            assert (answer.status_code, name_of(answer)) == (401, "AcessoNegado")
            assert answer.headers["WWW-Authenticate"] == "Bearer"


async def test_a_token_of_another_bank_or_one_changed_or_expired_is_refused(bank: Bank) -> None:
    body, _, signature = bank.http.headers["Authorization"].removeprefix("Bearer ").partition(".")
    for token in (f"{body}.{'0' * 64}", f"{body[:-4]}AAAA.{signature}", f".{signature}", body):
        answer = await bank.http.get("/cob", params=SPAN, headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 401
    assert (await bank.http.get("/cob", params=SPAN)).status_code == 200
    bank.clock.ahead = timedelta(seconds=bank.settings.token_seconds)
    assert (await bank.http.get("/cob", params=SPAN)).status_code == 401


async def test_a_token_call_is_answered_as_oauth_says(bank: Bank) -> None:
    granted = (await ask_token(bank, scope="cob.read pix.read")).json()
    assert granted.items() >= {"token_type": "Bearer", "expires_in": 3600, "scope": "cob.read pix.read"}.items()
    for auth in (("sandbox", "wrong"), ("x", "y"), ("", ""), ("sandbox", "é")):
        refused = await ask_token(bank, auth)
        assert (refused.status_code, refused.json()) == (401, {"error": "invalid_client"})
    for grant, scope, error in (
        ("password", SCOPE, "unsupported_grant_type"),
        (GRANT, "cob.write admin", "invalid_scope"),
        (GRANT, " ", "invalid_scope"),
    ):
        refused = await ask_token(bank, grant=grant, scope=scope)
        assert (refused.status_code, refused.json()) == (400, {"error": error})
    for header in ("Basic", "Basic ***", "Basic /w==", "Bearer x"):
        answer = await bank.control.post("/oauth/token", headers={"Authorization": header})
        assert answer.status_code == 401


HOSTILE: list[bytes] = [
    b"",
    b"null",
    b"[]",
    b"7",
    b'"x"',
    b"{",
    b"\xff\xfe",
    b'{"chave":"\xff"}',
    b'{"chave":"\\ud800"}',
    b'{"solicitacaoPagador":"a\\u0000b"}',
    b'{"infoAdicionais":' + b"[" * 60_000,
    b'{"x":' * 10_000,
    b'{"valor":{"original":1e999}}',
    b'{"calendario":{"expiracao":' + b"9" * 400 + b"}}",
    b'{"loc":{"id":1.5}}',
    b'{"devedor":[]}',
    b'{"status":{}}',
    b"<xml/>",
]


async def test_a_hostile_body_is_refused_and_never_breaks_anything(bank: Bank, subtests: pytest.Subtests) -> None:
    await bank.http.put(f"/cob/{TXID}", json=COB)
    pix = await bank.pay((await bank.http.get(f"/cob/{TXID}")).json()["pixCopiaECola"])
    for method, path in (
        ("POST", "/cob"),
        ("PUT", f"/cob/{'a' * 32}"),
        ("PATCH", f"/cob/{TXID}"),
        ("PUT", f"/cobv/{'b' * 32}"),
        ("POST", "/loc"),
        ("PUT", f"/pix/{pix['endToEndId']}/devolucao/1"),
        ("PUT", f"/webhook/{KEY}"),
        ("POST", "http://bank.test/sandbox/pay"),
        ("POST", "http://bank.test/sandbox/read"),
        ("POST", "http://bank.test/sandbox/faults"),
    ):
        with subtests.test(method=method, path=path):
            headers = {"Content-Type": "application/json"}
            for body in HOSTILE:
                answer = await bank.http.request(method, path, content=body, headers=headers)
                assert (answer.status_code, answer.headers["content-type"]) == (400, "application/problem+json"), body[
                    :60
                ]
            large = await bank.http.request(method, path, content=b" " * 70_000, headers=headers)
            assert large.status_code == 413


async def test_an_unknown_path_or_method_is_a_problem_too(bank: Bank) -> None:
    missing = await bank.http.get("/nothing")
    assert (missing.status_code, name_of(missing)) == (404, "NaoEncontrado")
    wrong = await bank.http.request("TRACE", "/cob")
    assert (wrong.status_code, wrong.headers["content-type"]) == (405, "application/problem+json")


async def test_what_is_refused_on_demand_is_refused_in_the_words_of_the_document(bank: Bank) -> None:
    await bank.fault({"effect": "status", "status": 403, "route": "PUT /lotecobv", "times": 1})
    refused = await bank.http.put("/lotecobv/1", json={})
    assert (refused.status_code, name_of(refused)) == (403, "AcessoNegado")
    assert refused.json()["detail"] == "Requisição de participante autenticado que viola alguma regra de autorização."


async def test_a_page_of_another_origin_cannot_pay_or_order_faults(bank: Bank) -> None:
    for path in ("/sandbox/pay", "/sandbox/faults"):
        for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
            answer = await bank.control.post(path, content=b"{}", headers={"Content-Type": kind})
            assert answer.status_code == 415


async def test_the_page_brings_its_own_script_and_nothing_else(bank: Bank) -> None:
    for path, kind in (("/", "text/html"), ("/pay.js", "text/javascript"), ("/pay.css", "text/css")):
        answer = await bank.control.get(path)
        assert answer.headers["content-type"].startswith(kind)
        assert "default-src 'none'" in answer.headers["content-security-policy"]
    cob = (await bank.http.post("/cob", json=COB)).json()
    assert (await bank.control.get("/sandbox/charges")).json() == [cob]
    read = (await bank.control.post("/sandbox/read", json={"code": cob["pixCopiaECola"]})).json()
    assert (read["amount"], read["receiver"], read["refusal"]) == ("37.00", "Padaria Sol", "")
    assert read["debtor"] == {"name": "Maria Exemplo", "document": "52998224725"}
