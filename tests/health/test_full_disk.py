"""A full disk stops nothing that only reads: counting is no reason for a process to end."""

import os
import subprocess
import sys
from pathlib import Path

#: As every process does where metrics are asked for.
COUNT = """
from retaguarda.foundation.metrics import REQUESTS
REQUESTS.labels("GET", "/v1/first", "200").observe(0.01)
"""
#: A file that may not grow is what the disk's end looks like from here.
COUNT_MUCH = """
import resource
from pathlib import Path
from sys import argv

most = max(file.stat().st_size for file in Path(argv[1]).glob("*.db"))
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
for each in range(2000):
    REQUESTS.labels("GET", f"/v1/{each}", "200").observe(0.01)
kept = [REQUESTS.labels("GET", path, "200")._sum for path in ("/v1/first", "/v1/1999")]
print(*(each._file.read_value(each._key)[0] for each in kept))
"""


def counting(folder: Path, code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)],
        env=os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_what_is_counted_has_its_place_on_the_disk_before_it_is_written(tmp_path: Path) -> None:
    counting(tmp_path, COUNT)
    files = list(tmp_path.glob("*.db"))
    assert files
    for file in files:
        assert file.stat().st_blocks * 512 >= file.stat().st_size, f"{file.name} has holes"


def test_a_process_that_finds_no_room_to_count_goes_on_counting_by_itself(tmp_path: Path) -> None:
    assert counting(tmp_path, COUNT + COUNT_MUCH).split() == ["0.01", "0.01"]
