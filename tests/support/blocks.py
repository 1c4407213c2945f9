"""The block list for tests: entries that diego adds against a payer."""

from typing import Any

from people import Person

LIST = "/v1/compliance/block-list"
PAYER = "52998224725"


async def blocked(diego: Person, **more: Any) -> dict[str, Any]:
    """An entry against what a payer sends; it refuses."""
    entry = {
        "lane": "fraud",
        "kind": "document",
        "value": PAYER,
        "effect": "refuse",
        "direction": "in",
        "cause": "fraud_report",
        "reason": "Relato de infração aceito pelo banco",
    }
    made = await diego.post(LIST, entry | more)
    assert made.status_code == 201, made.text
    return made.json()
