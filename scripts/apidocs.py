"""The list of calls in docs/api.md, from the contract."""

from typing import Any

MARK = "<!-- calls -->"
#: What a merchant's programs use.
GROUPS = {
    "Charges": ("/v1/payin/charges", "/v1/payin/charges", "/v1/payin/charges/{id}", "/v1/payin/charges/{id}/cancel"),
    "Refunds": ("/v1/payin/charges/{id}/refunds",),
    "Recipients and splits": ("/v1/payin/recipients", "/v1/payin/split-rules"),
    "Pix Automático": ("/v1/payin/recurrences", "/v1/pix/"),
    "Webhooks": ("/v1/payin/webhooks", "/v1/payin/webhook-deliveries"),
    "Checkout": ("/v1/checkout/", "/v1/payin/checkout-key"),
}
#: Of a prefix, what belongs to screens and not to programs.
_FOR_SCREENS = ("/facets", "/export", "/plan", ".svg", "/preview")


def with_calls(text: str, document: dict[str, Any]) -> str:
    """``text`` up to its mark, and after it the calls."""
    head = text[: text.index(MARK) + len(MARK)]
    return "\n".join([head, "", *(line for name in GROUPS for line in _group(name, document)), ""]).rstrip() + "\n"


def _group(name: str, document: dict[str, Any]) -> list[str]:
    lines = [f"### {name}", "", "| Call | Permission | What it does |", "|---|---|---|"]
    for path, operations in document["paths"].items():
        if not _belongs(path, GROUPS[name]):
            continue
        for method, operation in operations.items():
            needed = operation.get("x-permission") or "publishable key"
            lines.append(f"| `{method.upper()} {path}` | `{needed}` | {operation['summary']} |")
    return [*lines, ""]


def _belongs(path: str, wanted: tuple[str, ...]) -> bool:
    if path.endswith(_FOR_SCREENS):
        return False
    whole = ("/v1/payin/charges", "/v1/payin/charges")
    return any(
        path == each or (not each.startswith(whole) and path.startswith(each.rstrip("/") + "/")) for each in wanted
    )
