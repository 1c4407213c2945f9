"""What the contract says of each webhook, as a check of those that were sent."""

import json
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker

from retaguarda.foundation.contract import openapi
from retaguarda.webhooks.routes import merchant_webhooks


@cache
def document() -> dict[str, Any]:
    return openapi([], "1", merchant_webhooks())


def check(body: bytes | str) -> None:
    """As a receiver that goes by the contract: the type is named there, and each field is one of its schema and nothing else."""
    said = json.loads(body)
    operation = document()["webhooks"][said["type"]]["post"]
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    Draft202012Validator({**schema, "components": document()["components"]}, format_checker=FormatChecker()).validate(
        said
    )
    shapes = document()["components"]["schemas"]
    message = shapes[schema["allOf"][0]["$ref"].rpartition("/")[2]]
    thing = shapes[message["properties"]["data"]["$ref"].rpartition("/")[2]]
    assert said.keys() == message["properties"].keys()
    assert said["data"].keys() == thing["properties"].keys()
