"""The part of the contract that a merchant's programs use, as `/docs/api` shows it."""

import json
import re
from typing import Any

import pytest

from retaguarda.app import build, routes
from retaguarda.foundation.contract import openapi
from retaguarda.merchant_api import GROUPS, SENT, group_of, merchant_contract
from retaguarda.settings import Settings


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    return openapi(routes(build(Settings(secret="x" * 32), "postgresql://")), "0.0.0")


@pytest.fixture(scope="module")
def part(whole: dict[str, Any]) -> dict[str, Any]:
    return merchant_contract(whole)


def test_each_group_has_calls_and_each_call_says_what_it_needs(part: dict[str, Any]) -> None:
    told = [operation for operations in part["paths"].values() for operation in operations.values()]
    assert {tag for operation in told for tag in operation["tags"]} == {group.name for group in GROUPS}
    assert {each["name"] for each in part["tags"]} == {*(group.name for group in GROUPS), SENT}
    for operation in told:
        permission = operation.get("x-permission")
        assert (permission or "publishable key") in operation["description"]


def test_it_has_the_calls_of_programs_and_none_of_screens_or_staff(part: dict[str, Any]) -> None:
    assert {"/v1/payin/charges", "/v1/payin/charges/{id}/refunds", "/v1/payin/webhooks"} <= part["paths"].keys()
    assert not [path for path in part["paths"] if path.endswith(("/facets", "/export", "/plan", "/preview"))]
    assert not [path for path in part["paths"] if path.startswith(("/auth", "/rbac", "/v1/pld", "/v1/audit"))]
    assert group_of("/v1/payin/charges/facets") is None
    assert group_of("/v1/payin/chargesback") is None


def test_what_it_refers_to_is_there_and_nothing_else(whole: dict[str, Any], part: dict[str, Any]) -> None:
    named = set(re.findall(r'"#/components/(\w+/[^"]+)"', json.dumps(part)))
    held = {
        f"{kind}/{name}" for kind, parts in part["components"].items() for name in parts if kind != "securitySchemes"
    }
    assert named == held
    assert len(held) < sum(len(parts) for parts in whole["components"].values()) / 2
    assert part["components"]["securitySchemes"] == whole["components"]["securitySchemes"]
