"""What the clients of the merchants' API are made of: its calls, with a name each, and its shapes, with names that a language takes."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

#: The path that a group of calls begins with, what the client calls the group, and one thing of it. Longer paths first.
_GROUPS = (
    ("/v1/checkout", "checkout", "PublicCharge"),
    ("/v1/payin/charges", "charges", "Charge"),
    ("/v1/payin/checkout-key", "checkout_key", "CheckoutKey"),
    ("/v1/payin/recipients", "recipients", "Recipient"),
    ("/v1/payin/recurrences", "recurrences", "Recurrence"),
    ("/v1/payin/split-rules", "split_rules", "SplitRule"),
    ("/v1/payin/webhook-deliveries", "webhook_deliveries", "WebhookDelivery"),
    ("/v1/payin/webhooks", "webhooks", "Webhook"),
    ("/v1/payouts/batch-lines", "batch_lines", "BatchLine"),
    ("/v1/payouts/batch-tables", "batches", "PayoutBatch"),
    ("/v1/payouts/batches", "batches", "PayoutBatch"),
    ("/v1/payouts/brought-payments", "payments", "Payment"),
    ("/v1/payouts/payments", "payments", "Payment"),
    ("/v1/payouts/returns", "payout_returns", "PayoutReturn"),
    ("/v1/pix", "recurring_charges", "RecurringCharge"),
)
#: What a call is named by its method and the rest of its path; anything else by its last part.
_NAMES = {
    "get": "list",
    "post": "create",
    "get {id}": "get",
    "put {id}": "change",
    "delete {id}": "remove",
    "put": "change",
    "post {id}/refunds": "refund",
    "post {id}/payouts": "pay_out",
    "post {id}/charges": "charge",
    "post {id}/requests": "request",
    "post {id}/requests/cancel": "cancel_request",
    "post {id}/code": "change_code",
    "get {id}/qr.png": "qr_code",
    "get charges/{id}": "charge",
    "get links/{token}": "link",
}


@dataclass(frozen=True, slots=True)
class Call:
    """``answers``: the shapes it may answer; none for a picture. ``row``: of a list, the shape of one of its rows."""

    group: str
    name: str
    method: str
    path: str
    summary: str
    takes: dict[str, Any] | None
    takes_always: bool
    answers: list[dict[str, Any]]
    query: list[dict[str, Any]]
    row: str | None
    key_wanted: bool

    @property
    def places(self) -> list[str]:
        """What stands in the path: ``id``."""
        return re.findall(r"{(\w+)}", self.path)


@dataclass(frozen=True, slots=True)
class Parts:
    """``shapes``: by their names, each as JSON Schema whose references are names. ``queries``: of lists, by name, their parameters.
    ``messages``: the shapes that arrive as webhooks."""

    version: str
    calls: list[Call] = field(default_factory=list)
    shapes: dict[str, dict[str, Any]] = field(default_factory=dict)
    queries: dict[str, list[str]] = field(default_factory=dict)
    messages: list[str] = field(default_factory=list)

    def by_group(self) -> dict[str, list[Call]]:
        groups = dict[str, list[Call]]()
        for call in self.calls:
            groups.setdefault(call.group, []).append(call)
        return groups


def parts_of(contract: dict[str, Any]) -> Parts:
    """Reads the merchants' contract; the same parts for the same contract."""
    parts = Parts(contract["info"]["version"])
    components = contract["components"]
    types = _types_sent(contract)
    for name, shape in components["schemas"].items():
        if name == "Nothing":
            continue
        told = types.get(name)
        if told:
            shape = shape | {"properties": shape["properties"] | {"type": {"enum": sorted(told)}}}
            parts.messages.append(shape_name(name))
        parts.shapes[shape_name(name)] = _named(shape)
    for path, operations in contract["paths"].items():
        for method, operation in operations.items():
            call = _call(method, path, operation, components, parts)
            if any((each.group, each.name) == (call.group, call.name) for each in parts.calls):
                raise ValueError(f"two calls are named {call.group}.{call.name}: give {path} a name among _NAMES")
            parts.calls.append(call)
    return parts


def shape_name(name: str) -> str:
    """``Message_ChargeTold_`` is ChargeMessage, ``retaguarda.webhooks.model.Moment`` WebhooksMoment."""
    if message := re.fullmatch(r"Message_(\w+?)(?:Told)?_", name):
        return f"{message[1]}Message"
    *rooms, last = name.split(".")
    room = next((each for each in reversed(rooms) if each != "model"), "")
    head = "".join(word.title() for word in room.split("_"))
    return last if last.startswith(head) else head + last


def _types_sent(contract: dict[str, Any]) -> dict[str, set[str]]:
    types = dict[str, set[str]]()
    for name, hook in contract["webhooks"].items():
        schema = hook["post"]["requestBody"]["content"]["application/json"]["schema"]
        types.setdefault(_last(schema["allOf"][0]), set()).add(name)
    return types


def _call(method: str, path: str, operation: dict[str, Any], components: dict[str, Any], parts: Parts) -> Call:
    start, group, thing = next(each for each in _GROUPS if path == each[0] or path.startswith(f"{each[0]}/"))
    rest = path.removeprefix(start).strip("/")
    if start == "/v1/pix":
        rest = rest.removeprefix("charges").strip("/")
    parameters = [_resolved(each, components["parameters"]) for each in operation["parameters"]]
    query = [each for each in parameters if each["in"] == "query"]
    is_list = any(each["name"] == "cursor" for each in query)
    name = _NAMES.get(f"{method} {rest}".strip()) or rest.rpartition("/")[2].replace("-", "_")
    if name == "list" and not is_list:
        name = "get"
    row = None
    answers = [
        _named(schema)
        for status, answer in operation["responses"].items()
        if status != "default"
        for schema in _schemas(_resolved(answer, components["responses"]))
    ]
    if is_list:
        row = f"{thing}Row"
        parts.shapes[row] = answers[0]["items"]
        parts.queries[f"{thing}Query"] = list(_query_names(query))
    body = operation.get("requestBody")
    body = body and _resolved(body, components["requestBodies"])
    takes = body and body["content"]["application/json"]["schema"]
    return Call(
        group=group,
        name=name,
        method=method.upper(),
        path=path,
        summary=operation["summary"],
        takes=_named(takes) if takes and _last(takes) != "Nothing" else None,
        takes_always=bool(body and body["required"]),
        answers=answers,
        query=query,
        row=row,
        key_wanted=any(each["name"] == "Idempotency-Key" for each in parameters),
    )


def _resolved(part: dict[str, Any], components: dict[str, Any]) -> dict[str, Any]:
    return components[_last(part)] if "$ref" in part else part


def _schemas(answer: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for media in answer["content"].values():
        if "schema" in media:
            yield media["schema"]


def _query_names(query: list[dict[str, Any]]) -> Iterator[str]:
    for each in query:
        if each.get("explode"):
            yield from each["schema"]["properties"]
        else:
            yield each["name"]


def _last(reference: dict[str, Any]) -> str:
    return reference.get("$ref", "").rpartition("/")[2]


def _named(shape: Any) -> Any:
    """The shape with ``$ref`` as the name that a language takes, and without what only a server looks at."""
    if isinstance(shape, dict):
        if "$ref" in shape:
            return {"$ref": shape_name(_last(shape))}
        return {name: _named(each) for name, each in shape.items()}
    return [_named(each) for each in shape] if isinstance(shape, list) else shape
