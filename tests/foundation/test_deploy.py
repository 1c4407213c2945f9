"""The files that people install the product with name settings, commands and programs that there are."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from retaguarda.__main__ import COMMANDS

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
MANIFESTS = list(yaml.safe_load_all((DEPLOY / "kubernetes" / "retaguarda.yaml").read_text()))
TOLD = set(re.findall(r"`([A-Z][A-Z_]+)`", (ROOT / "docs" / "operations.md").read_text()))


def test_every_setting_of_the_unit_and_container_files_is_in_the_operators_page() -> None:
    example = (DEPLOY / "systemd" / "environment.example").read_text()
    files = ("Containerfile", "compose.yaml", "kubernetes/retaguarda.yaml")
    containers = "".join((DEPLOY / name).read_text() for name in files)
    named = set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE))
    named |= set(re.findall(r"\b(RETAGUARDA_[A-Z_]+|DATABASE_URL)\b", containers))
    assert len(named) > 8
    assert named <= TOLD


def test_units_and_containers_start_commands_that_the_program_has() -> None:
    started = {re.findall(r"ExecStart=\S+/retaguarda (\w+)", unit.read_text())[0] for unit in UNITS}
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    started |= {service["command"][0] for service in services.values() if "command" in service}
    assert started == {"api", "worker", "migrate"}
    assert {container["args"][0] for container in containers_of_the_cluster()} == started
    assert started <= set(COMMANDS)


def containers_of_the_cluster() -> list[dict[str, Any]]:
    specs = [each["spec"]["template"]["spec"] for each in MANIFESTS if "template" in each.get("spec", {})]
    return [container for spec in specs for container in spec["containers"]]


def test_a_cluster_asks_addresses_that_answer_and_gives_parts_their_time_and_user() -> None:
    containers = {each["args"][0]: each for each in containers_of_the_cluster()}
    api = containers["api"]
    assert {api[name]["httpGet"]["path"] for name in ("readinessProbe", "livenessProbe", "startupProbe")} == {
        "/ready",
        "/health",
    }
    for each in MANIFESTS:
        spec = each.get("spec", {}).get("template", {}).get("spec", {})
        assert spec.get("terminationGracePeriodSeconds", 60) == 60, "docs/operations.md: give it 60 s"
        assert each["kind"] != "Deployment" or spec["securityContext"]["runAsUser"] == 900
    assert "--uid 900" in (DEPLOY / "Containerfile").read_text()
    # What a service and a budget of disruptions look for are the labels of somebody's pods.
    labels = [each["spec"]["template"]["metadata"]["labels"] for each in MANIFESTS if each["kind"] == "Deployment"]
    for each in MANIFESTS:
        if each["kind"] in ("Service", "PodDisruptionBudget"):
            selector = each["spec"]["selector"]
            wanted = selector.get("matchLabels", selector).items()
            assert any(wanted <= own.items() for own in labels), each["metadata"]["name"]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not on this machine")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_systemd_understands_every_line_of_a_unit(unit: Path, tmp_path: Path) -> None:
    program = tmp_path / "retaguarda"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    copy = tmp_path / unit.name
    copy.write_text(unit.read_text().replace("/opt/retaguarda/bin/retaguarda", str(program)))
    told = subprocess.run(["systemd-analyze", "verify", copy], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (0, "")
