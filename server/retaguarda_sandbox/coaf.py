"""A Siscoaf that answers: it checks that a file is what it says, and gives each communication a number or an error.

What becomes of one follows from the last two cents of its credits: 41 an error of the layout, 99 no answer in time.
A second time the same file has the same answer.
"""

import hashlib
import re
from typing import Any
from xml.sax.saxutils import escape

from litestar import Request, Response, post
from litestar.params import FromPath

_OCCURRENCE = re.compile(r"<OCORRENCIA>(.*?)</OCORRENCIA>", re.DOTALL)
_CANCELLED = re.compile(r"<CANCELAMENTO>(.*?)</CANCELAMENTO>", re.DOTALL)


def answer(operation: str, content: bytes) -> bytes | None:
    """What Siscoaf says to a file: it refuses credits that end in 000,41. None, to those that end in 000,99: nothing, in time."""
    text = content.decode("iso-8859-1")
    cancels = operation == "CancelarLoteComunicacao"
    items = (_CANCELLED if cancels else _OCCURRENCE).findall(text)
    origin, value = ("NUMEROORIGEM", "VlCred") if cancels else ("NumOcorrencia", "VlCred")
    if any(_field(item, value).endswith("000,99") for item in items):
        return None
    parts = list[str]()
    errors = list[str]()
    for item in items:
        number = _field(item, origin)
        if _field(item, value).endswith("000,41"):
            errors.append(
                f"<MENSAGEM><COMUNICACAOORIGEM>{escape(number)}</COMUNICACAOORIGEM><ERRO>41</ERRO>"
                "<DESCRICAO>Enquadramento incompatível com o segmento</DESCRICAO></MENSAGEM>"
            )
            continue
        digest = hashlib.sha256(f"{operation} {number}".encode()).hexdigest()
        known = _field(item, "NUMEROCOAF") or _field(item, "NumeroCOAF") or str(int(digest[:12], 16))[:12]
        parts.append(
            f"<COMUNICACAO><NUMEROORIGEM>{escape(number)}</NUMEROORIGEM><NUMEROCOAF>{known}</NUMEROCOAF>"
            f"<AUTENTICACAO>{digest[12:44].upper()}</AUTENTICACAO><VALOR>{_field(item, value) or '0,00'}</VALOR></COMUNICACAO>"
        )
    if not items:
        errors.append(
            "<MENSAGEM><COMUNICACAOORIGEM></COMUNICACAOORIGEM><ERRO>1</ERRO><DESCRICAO>Lote vazio</DESCRICAO></MENSAGEM>"
        )
    whole = (
        '<?xml version="1.0" encoding="ISO-8859-1"?>\n<RESPOSTA><RECIBO>'
        + "".join(parts)
        + "</RECIBO><STATUS><MENSAGENS>"
        + "".join(errors)
        + "</MENSAGENS></STATUS></RESPOSTA>\n"
    )
    return whole.encode("iso-8859-1")


def _field(item: str, name: str) -> str:
    found = re.search(rf"<{name}>(.*?)</{name}>", item)
    return found[1] if found else ""


@post("/coaf/{operation:str}", status_code=200)
async def receive(request: Request[Any, Any, Any], operation: FromPath[str]) -> Response[bytes]:
    said = answer(operation, await request.body())
    if said is None:
        return Response(b"", status_code=504)
    return Response(said, media_type="application/xml; charset=ISO-8859-1")
