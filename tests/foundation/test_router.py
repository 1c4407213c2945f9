"""A request's path finds its route, whole or part by part, and each route of the house finds itself."""

import subprocess
import sys

import pytest

from retaguarda.app import build, routes
from retaguarda.foundation.router import MethodUnknown, PathUnknown, Router
from retaguarda.settings import Settings

ROUTER = Router(
    [
        ("GET", "/charges"),
        ("POST", "/charges"),
        ("GET", "/charges/export"),
        ("GET", "/charges/{id:str}"),
        ("POST", "/charges/{charge:str}/refunds/{id:str}"),
        ("GET", "/charges/mine/refunds"),
        ("GET", "/charges/today/{id:str}"),
    ]
)


@pytest.mark.parametrize(
    ("method", "path", "template", "params"),
    [
        ("GET", "/charges", "/charges", {}),
        ("GET", "//charges///", "/charges", {}),
        ("POST", "/charges", "/charges", {}),
        ("GET", "/charges/export", "/charges/export", {}),
        ("GET", "/charges/7", "/charges/{id:str}", {"id": "7"}),
        ("GET", "/charges/mine", "/charges/{id:str}", {"id": "mine"}),
        ("GET", "/charges/{id:str}", "/charges/{id:str}", {"id": "{id:str}"}),
        ("POST", "/charges/7/refunds/8/", "/charges/{charge:str}/refunds/{id:str}", {"charge": "7", "id": "8"}),
        (
            "POST",
            "/charges/export/refunds/8",
            "/charges/{charge:str}/refunds/{id:str}",
            {"charge": "export", "id": "8"},
        ),
        ("GET", "/charges/today/8", "/charges/today/{id:str}", {"id": "8"}),
    ],
)
def test_a_path_finds_its_route_and_its_parameters(
    method: str, path: str, template: str, params: dict[str, str]
) -> None:
    match = ROUTER.find(method, path)
    assert (match.template, match.params) == (template, params)
    assert match.path == "/" + "/".join(part for part in path.split("/") if part)


@pytest.mark.parametrize(
    "path", ["/", "", "/charge", "/charges/7/refunds", "/charges/7/8", "/Charges", "/charges/7/refunds/8/9"]
)
def test_any_other_path_is_not_there(path: str) -> None:
    with pytest.raises(PathUnknown):
        ROUTER.find("GET", path)


def test_another_method_is_refused_with_those_there_are() -> None:
    with pytest.raises(MethodUnknown) as refused:
        ROUTER.find("DELETE", "/charges")
    assert refused.value.allowed == ["GET", "POST"]
    with pytest.raises(MethodUnknown):
        ROUTER.find("GET", "/charges/7/refunds/8")


def test_each_route_of_the_house_finds_itself() -> None:
    listed = [(route.method, route.path) for route in routes(build(Settings(secret="x" * 32), "postgresql://"))]
    router = Router(listed)
    found = [(method, router.find(method, path.replace(":str}", "}")).template) for method, path in listed]
    assert found == listed


def test_the_house_loads_no_framework() -> None:
    """It held a quarter of a process: the sandbox alone is made with one."""
    code = "import sys, retaguarda.cli.application, retaguarda.cli.worker, retaguarda.worker; print('litestar' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert told.stdout == "False\n"
