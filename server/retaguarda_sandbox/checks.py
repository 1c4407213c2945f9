"""Providers of checks as the sandbox plays them: what they answer follows from the last digit of the document alone, so that
every screen can be seen without a contract.

4 hit · 6 mismatch · 7 slow · 8 error · 9 quota · anything else clear.
"""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath

from retaguarda.providers.checks.http_client import SIGNATURE, sign_answer
from retaguarda.providers.checks.port import CheckedMatch, CheckedPartner, CheckQuestion, CheckResult
from retaguarda_sandbox.core import sandbox_of
from retaguarda_sandbox.problems import Problem

BASE = "/checks/v1"
_FILES = Path(__file__).with_name("lists")
#: Seconds that a slow answer takes.
SLOW = 1.5
_LISTS = {"pep": "Sandbox PEP", "sanctions": "Sandbox Sanctions", "adverse_media": "Sandbox Press"}


@post(f"{BASE}/{{port:str}}", status_code=200)
async def check(request: Request[Any, Any, Any], port: FromPath[str]) -> Response[bytes]:
    settings = sandbox_of(request).settings
    if request.headers.get("Authorization", "") != f"Bearer {settings.client_secret}":
        raise Problem("AcessoNegado", status=401)
    try:
        question = msgspec.json.decode(await request.body(), type=CheckQuestion)
    except msgspec.MsgspecError as error:
        raise Problem("RequisicaoInvalida", detail=str(error)) from None
    digit = (question.document or "0")[-1]
    if digit == "7":
        await asyncio.sleep(SLOW)
    if digit == "8":
        raise Problem("ErroInternoDoServidor")
    if digit == "9":
        raise Problem("RequisicaoInvalida", status=429)
    body = msgspec.json.encode(_found(port, question, digit))
    return Response(
        body,
        media_type="application/json",
        headers={SIGNATURE: sign_answer(settings.client_secret, question.call, body)},
    )


def _found(port: str, question: CheckQuestion, digit: str) -> CheckResult:
    name = (question.name or "Pessoa Exemplo da Silva").upper()
    company = len(question.document or "") == 14
    partners = [CheckedPartner("SÓCIA EXEMPLO DE SOUZA", "Sócia-administradora")] if company else []
    birth = question.birth or ("2015-03-02" if company else "1980-05-17")
    if port not in ("registry", "bureau"):
        found = [CheckedMatch(name, _LISTS.get(port, "Sandbox"), 93, "answer of the sandbox")] if digit == "4" else []
        return CheckResult(
            "hit" if found else "mismatch" if digit == "6" and port != "pep" else "clear", name, matches=found
        )
    if digit == "4":
        found = CheckedMatch(name, _LISTS.get(port, "Sandbox"), 93, "answer of the sandbox")
        return CheckResult("hit", name, "REGULAR", birth, 93, partners, [found])
    if digit == "6":
        return CheckResult("mismatch", "OUTRA PESSOA DE EXEMPLO", "SUSPENSA", "1955-01-01", 31, partners)
    return CheckResult("clear", name, "ATIVA" if company else "REGULAR", birth, 98, partners)


@get("/checks/lists/{name:str}")
async def watch_list(name: FromPath[str]) -> Response[bytes]:
    """A list of invented people, in the format of its publisher."""
    path = _FILES / name
    if path.parent != _FILES or not path.is_file():
        raise Problem("NaoEncontrado")
    return Response(path.read_bytes(), media_type="application/octet-stream")


ROUTES = (check, watch_list)
