"""The official document of API Pix 2.9.0 as a judge of requests and answers."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft7Validator, FormatChecker
from referencing import Registry
from referencing.jsonschema import DRAFT7

SOURCE = Path(__file__).parents[1] / "data/pix/bacen-pix-api-openapi-2.9.0.yaml"
_FORMATS = FormatChecker(formats=())


@_FORMATS.checks("date-time")
def _is_moment(value: object) -> bool:
    pattern = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)"
    return not isinstance(value, str) or re.fullmatch(pattern, value) is not None


@_FORMATS.checks("date")
def _is_day(value: object) -> bool:
    return not isinstance(value, str) or re.fullmatch(r"\d{4}-\d\d-\d\d", value) is not None


@_FORMATS.checks("uri")
def _is_address(value: object) -> bool:
    return not isinstance(value, str) or re.match(r"[a-z][a-z0-9+.-]*://[^/\s]", value) is not None


def _correct(document: dict[str, Any]) -> None:
    """Where the document contradicts itself, what it means; anything else is taken as it is written.

    Each is a slip that no answer could satisfy, or that its own examples do not; the last two make it stricter.
    """
    schemas = document["components"]["schemas"]
    # A list of Pix must hold "cobs", a charge in a list an "idCob" that is nowhere defined.
    schemas["PixConsultados"]["required"] = ["parametros", "pix"]
    for name in ("CobsConsultadas", "CobsVConsultadas"):
        schemas[name]["properties"]["cobs"]["items"]["allOf"][1]["required"].remove("idCob")
    # The address of the receiver is asked for one level too high.
    del schemas["DadosRecebedor"]["required"]
    # Naming a location needs its id only, and a charge no calendar, as in the examples.
    schemas["PayloadLocationCob"]["required"] = ["id"]
    schemas["CobSolicitada"]["required"].remove("calendario")
    # "One of" two shapes of which one has nothing of its own that it needs: both always match.
    schemas["CobValor"]["properties"]["retirada"]["oneOf"][0]["required"] = ["saque"]
    schemas["CobValor"]["properties"]["retirada"]["oneOf"][1]["required"] = ["troco"]
    schemas["CobVValor"]["properties"]["desconto"]["oneOf"][0]["required"] = ["descontoDataFixa"]
    # The example of a charge with a due date writes its kinds of fine, interest and discount in quotes.
    valor = schemas["CobVValor"]["properties"]
    for term in (valor["multa"], valor["juros"], valor["desconto"]["allOf"][0]):
        kind = term["properties"]["modalidade"]
        del kind["type"], kind["format"]
        kind["enum"] = [form for number in range(1, kind.pop("maximum") + 1) for form in (number, str(number))]
    # A static code may carry 1 to 25 places, which TxId alone forbids.
    schemas["Pix"]["properties"]["txid"]["allOf"].pop(0)
    # A location has no https://, so it is no URI.
    for schema in ("PayloadLocation", "PayloadLocationCompleta"):
        del schemas[schema]["properties"]["location"]["format"]
    del schemas["CobGerada"]["allOf"][3]["properties"]["location"]["format"]
    _correct_recurrences(schemas)
    # A list cannot have a "maximum".
    infos = schemas["CobBase"]["properties"]["infoAdicionais"]
    infos["maxItems"] = infos.pop("maximum")
    _anchor(document)


def _correct_recurrences(schemas: dict[str, Any]) -> None:
    """The same for Pix Automático: what is required and nowhere defined, stands a level too high, or no example has."""
    schemas["RecBase"]["required"] = ["calendario", "vinculo"]
    del schemas["DadosPagadorRec"]["required"]
    schemas["SolicRecBase"]["required"].remove("pagador")
    del schemas["SolicRecCompleta"]["required"]
    schemas["RecNotification"]["required"] = ["idRec", "status", "atualizacao"]
    # "One of" two endings, of which each alone matches both.
    for schema in (schemas["RecEncerramento"], schemas["CobRAtualizacao"]):
        for ending in schema["properties"]["encerramento"]["oneOf"]:
            ending["required"] = list(ending["properties"])
    # A new name of the debtor, person or company: twice the same.
    schemas["RecRevisada"]["allOf"][1]["properties"]["vinculo"]["properties"]["devedor"]["oneOf"].pop()
    # The receiver of a recurrence: a company, whose agreement, code or account stand beside it.
    for name in ("CobRGerada", "CobRCompleta"):
        schemas[name]["required"].remove("recebedor")
    schemas["CobRGerada"]["allOf"][4]["properties"]["recebedor"] = {}
    # A CEP with its dash, as in the example of a charge.
    schemas["DadosComplementaresPessoa"]["properties"]["cep"]["maxLength"] = 9
    # A location of recurrences has no "tipo" and no https://.
    schemas["PayloadLocationRecGerada"]["required"].remove("tipo")
    del schemas["PayloadLocationRecGerada"]["properties"]["location"]["format"]
    # An amount is a text, and so none of five objects.
    del schemas["PixAutomatico"]["properties"]["valor"]["anyOf"]


def operation_of(method: str, path: str) -> str:
    """``PUT /cob/{txid}`` for PUT /cob/abc; of an address in a code, the operation that reads it."""
    if path.startswith("/qr/v2/"):
        kind = path.split("/")[3]
        template = {"cobv": "/cobv/{pixUrlAccessToken}", "rec": "/rec/{recUrlAccessToken}"}
        return f"{method} {template.get(kind, '/{pixUrlAccessToken}')}"
    pointer, _ = _operation(method.lower(), path.removeprefix("/api/v2"))
    return f"{method} {pointer.split('/')[2].replace('~1', '/')}" if pointer else ""


def check_notice(kind: str, body: Any) -> None:
    """The body of POST {webhookUrl}/pix, /rec or /cobr."""
    names = {"pix": "WebhookPixBody", "rec": "WebhookRecBody", "cobr": "WebhookCobRBody"}
    check_at(f"/components/requestBodies/{names[kind]}/content/application~1json/schema", body)


def _anchor(node: Any) -> None:
    """Patterns mean the whole text; some are written /like this/ and some without ends."""
    if isinstance(node, dict):
        if isinstance(pattern := node.get("pattern"), str):
            bare = pattern.removeprefix("/").removesuffix("/").removeprefix("^").removesuffix("$")
            node["pattern"] = rf"\A(?:{bare})\Z"
        for value in node.values():
            _anchor(value)
    elif isinstance(node, list):
        for value in node:
            _anchor(value)


@cache
def document() -> dict[str, Any]:
    loaded = yaml.load(SOURCE.read_text(), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    _correct(loaded)
    return loaded


@cache
def _registry() -> Registry[Any]:
    return Registry().with_resource("urn:pix", DRAFT7.create_resource(document()))


@cache
def _validator(pointer: str) -> Draft7Validator:
    return Draft7Validator({"$ref": f"urn:pix#{pointer}"}, registry=_registry(), format_checker=_FORMATS)


def check(schema: str, value: Any) -> None:
    """Fails when the value is not of this schema of the document."""
    check_at(f"/components/schemas/{schema}", value)


def check_call(method: str, path: str, sent: Any, status: int, content_type: str, answer: Any) -> None:
    """One call below /api/v2: the answer always; the request when it was accepted."""
    pointer, operation = _operation(method.lower(), path)
    if status >= 400:
        assert content_type == "application/problem+json", (status, content_type)
        check("Problema", answer)
        assert answer["status"] == status
        assert answer["type"].startswith("https://pix.bcb.gov.br/api/v2/error/")
        return
    response = operation["responses"].get(str(status))
    assert response is not None, f"{method} {path} answered {status}, which the document does not know"
    if "content" in response:
        assert content_type == "application/json"
        check_at(f"{pointer}/responses/{status}/content/application~1json/schema", answer)
    else:
        assert answer is None
    if "requestBody" in operation:
        name = operation["requestBody"]["$ref"].rpartition("/")[2]
        check_at(f"/components/requestBodies/{name}/content/application~1json/schema", sent)


def check_at(pointer: str, value: Any) -> None:
    """The same for the schema at this place of the document."""
    errors = [f"{error.json_path}: {error.message[:300]}" for error in _validator(pointer).iter_errors(value)]
    assert not errors, f"{pointer}: {errors} in {value}"


def _operation(method: str, path: str) -> tuple[str, dict[str, Any]]:
    # Of two templates the one with fewer parameters is meant: /{pixUrlAccessToken} would match /cob.
    for template in sorted(document()["paths"], key=lambda template: template.count("{")):
        if "UrlAccessToken" in template:  # of the addresses in codes, beside the API
            continue
        if re.fullmatch(re.sub(r"\{[^}]+\}", "[^/]+", template), path):
            item = document()["paths"][template]
            if method in item:
                escaped = template.replace("~", "~0").replace("/", "~1")
                return f"/paths/{escaped}/{method}", item[method]
    return "", {"responses": {}}
