"""The files that people install the product with name settings, commands and programs that there are."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from retaguarda.__main__ import COMMANDS

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
TOLD = set(re.findall(r"`([A-Z][A-Z_]+)`", (ROOT / "docs" / "operations.md").read_text()))


def test_every_setting_of_the_unit_and_container_files_is_in_the_operators_page() -> None:
    example = (DEPLOY / "systemd" / "environment.example").read_text()
    containers = (DEPLOY / "Containerfile").read_text() + (DEPLOY / "compose.yaml").read_text()
    named = set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE))
    named |= set(re.findall(r"\b(RETAGUARDA_[A-Z_]+|DATABASE_URL)\b", containers))
    assert len(named) > 8
    assert named <= TOLD


def test_units_and_containers_start_commands_that_the_program_has() -> None:
    started = {re.findall(r"ExecStart=\S+/retaguarda (\w+)", unit.read_text())[0] for unit in UNITS}
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    started |= {service["command"][0] for service in services.values() if "command" in service}
    assert started == {"api", "worker", "migrate"}
    assert started <= set(COMMANDS)


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
