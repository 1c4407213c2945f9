"""The part of the contract that a merchant's programs use: what `/docs/api` shows and what docs/api.md lists."""

from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter
from typing import Any


@dataclass(frozen=True, slots=True)
class Group:
    """``paths``: exactly these. ``trees``: these and all beneath them."""

    name: str
    summary: str
    paths: tuple[str, ...] = ()
    trees: tuple[str, ...] = ()

    def has(self, path: str) -> bool:
        return path in self.paths or any(path == tree or path.startswith(f"{tree}/") for tree in self.trees)


GROUPS = (
    Group(
        "Charges",
        "Create Pix charges and follow their payment.",
        paths=("/v1/payin/charges", "/v1/payin/charges/{id}", "/v1/payin/charges/{id}/cancel"),
    ),
    Group("Refunds", "Refund a charge, in part or in full.", trees=("/v1/payin/charges/{id}/refunds",)),
    Group(
        "Recipients and splits",
        "Divide your payments among recipients.",
        trees=("/v1/payin/recipients", "/v1/payin/split-rules"),
    ),
    Group(
        "Pix Automático",
        "Charge a payer every cycle, once they have agreed.",
        trees=("/v1/payin/recurrences", "/v1/pix"),
    ),
    Group(
        "Payouts",
        "Bring payments, which people with a second factor release, and follow them.",
        paths=(
            "/v1/payouts/brought-payments",
            "/v1/payouts/batch-tables",
            "/v1/payouts/batches/{id}",
            "/v1/payouts/batch-lines",
            "/v1/payouts/payments/{id}",
            "/v1/payouts/returns",
        ),
    ),
    Group(
        "Webhooks",
        "Endpoints of yours that receive events, and the deliveries to them.",
        trees=("/v1/payin/webhooks", "/v1/payin/webhook-deliveries"),
    ),
    Group("Checkout", "Take a payment on your own page.", trees=("/v1/checkout", "/v1/payin/checkout-key")),
)
#: The tag of what we send.
SENT = "Webhooks that you receive"
#: Of a tree, what belongs to screens and not to programs.
_FOR_SCREENS = ("/facets", "/export", "/plan", ".svg", "/preview")

_INTRODUCTION = """\
Everything in the dashboard goes through this API; these are the calls for your own programs. Requests and responses are JSON in UTF-8.
Amounts are integers of minor units of their currency: 1250 is R$ 12,50. Timestamps are RFC 3339 in UTC, ids are UUIDs.

**Keys.** Send a secret key (`rtg_…`) as `Authorization: Bearer rtg_…`. It acts with the role it was given; each call below names the
permission it needs. It must never end up in a web page or an app.

**Idempotency.** A call that creates something or moves money needs a header `Idempotency-Key`, a new one for each thing you want done.
If a response is lost, send the same call with the same key: you get the first response again. Keys are kept for seven days.

**Errors** all have one shape. `message` is a stable key, or an object of fields and their lists of keys; `error` explains it to people,
in English. Retry after a lost connection and after 429 and 503, once the time in `Retry-After` has passed; never retry another 4xx.
"""


def group_of(path: str) -> Group | None:
    """The group whose calls a program finds this path among; None for a path of screens alone."""
    if path.endswith(_FOR_SCREENS):
        return None
    return next((group for group in GROUPS if group.has(path)), None)


def merchant_contract(document: dict[str, Any]) -> dict[str, Any]:
    """Returns the OpenAPI document with the calls of ``GROUPS`` only, and with the components that they lead to."""
    every_path, every_hook, components, info = itemgetter("paths", "webhooks", "components", "info")(document)
    paths = {
        path: {method: _told(operation, group.name) for method, operation in operations.items()}
        for path, operations in every_path.items()
        if (group := group_of(path))
    }
    hooks = {
        name: {method: operation | {"tags": [SENT], "security": []} for method, operation in operations.items()}
        for name, operations in every_hook.items()
    }
    return document | {
        "info": info | {"title": "Retaguarda API for merchants", "description": _INTRODUCTION},
        "tags": [
            *({"name": group.name, "description": group.summary} for group in GROUPS),
            {"name": SENT, "description": "Signed with your endpoint’s secret, and sent again until you answer 2xx."},
        ],
        "paths": paths,
        "webhooks": hooks,
        "components": _reached(components, [paths, hooks]),
    }


def _told(operation: dict[str, Any], tag: str) -> dict[str, Any]:
    permission = operation.get("x-permission")
    needed = f"Needs the permission `{permission}`." if permission else "Called with the publishable key."
    return operation | {"tags": [tag], "description": needed}


def _reached(components: dict[str, Any], start: list[Any]) -> dict[str, Any]:
    """The components that these parts refer to, directly or through others; schemes of security stay."""
    found, open_references = set[str](), set(_references(start))
    while open_references:
        found |= open_references
        parts = [_at(components, reference) for reference in open_references]
        open_references = set(_references(parts)) - found
    return {
        section: each
        if section == "securitySchemes"
        else {name: part for name, part in each.items() if f"{section}/{name}" in found}
        for section, each in components.items()
    }


def _at(components: dict[str, Any], reference: str) -> Any:
    section, _, name = reference.partition("/")
    return components[section][name]


def _references(part: Any) -> Iterator[str]:
    """``schemas/Charge``, of each reference within."""
    if isinstance(part, dict):
        if isinstance(reference := part.get("$ref"), str):
            yield reference.removeprefix("#/components/")
        for each in part.values():
            yield from _references(each)
    elif isinstance(part, list):
        for each in part:
            yield from _references(each)
