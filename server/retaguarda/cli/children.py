"""Run a part of the program in a child process."""

import logging
import os
import signal
import subprocess
import sys
import threading
import time

log = logging.getLogger("retaguarda.serve")

#: glibc gives each thread an arena of its own, and gives little of it back; what we run has one thread that works.
FEW_ARENAS = {"MALLOC_ARENA_MAX": "2"}
#: Environment variable with the read end of a pipe that closes when the parent ends, however it ends.
LIFELINE = "RETAGUARDA_LIFELINE"
STOP_SECONDS = 30
#: Delay the restart of a child that dies sooner than this after its start.
STEADY_SECONDS = 5


def run_to_end(name: str) -> str:
    """Run a part that ends by itself, and return what it wrote to the descriptor that it got as its argument.

    What it loads is gone with it: a process that only watches others stays small.

    Raises:
        SystemExit: the part failed, with its status; it has said why.
    """
    lifeline_read, lifeline = os.pipe()
    told, tells = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-m", "retaguarda", name, str(tells)],
        env=os.environ | {LIFELINE: str(lifeline_read)},
        pass_fds=(lifeline_read, tells),
        start_new_session=True,
    )
    os.close(lifeline_read)
    os.close(tells)
    with os.fdopen(told) as text:
        said = text.read()
    status = process.wait()
    os.close(lifeline)
    if status:
        raise SystemExit(status)
    return said


class Child:
    def __init__(self, name: str) -> None:
        self.name = name
        self._process: subprocess.Popen[bytes] | None = None
        self._started = 0.0
        self._lifeline = -1

    def start(self) -> None:
        read, self._lifeline = os.pipe()
        os.set_inheritable(read, True)
        self._started = time.monotonic()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "retaguarda", self.name],
            env=FEW_ARENAS | os.environ | {LIFELINE: str(read)},
            pass_fds=(read,),
            # Ctrl-C is for the parent only, which stops its children in order.
            start_new_session=True,
        )
        os.close(read)

    def revive(self) -> None:
        """Restart the child if it has died."""
        if self._process is None or self._process.poll() is None:
            return
        log.warning("%s ended with %s and is started again", self.name, self._process.returncode)
        os.close(self._lifeline)
        if time.monotonic() - self._started < STEADY_SECONDS:
            time.sleep(1)
        self.start()

    def stop(self) -> None:
        if self._process is None:
            return
        if self._process.poll() is None:
            started = time.monotonic()
            self._process.terminate()
            try:
                self._process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                log.warning("%s did not end in %s s and is killed", self.name, STOP_SECONDS)
                self._process.kill()
                self._process.wait()
            log.info("%s has stopped after %.1f s", self.name, time.monotonic() - started)
        os.close(self._lifeline)


def end_with_parent() -> None:
    """Make this child end, as if by SIGTERM, when its parent ends."""
    descriptor = os.environ.pop(LIFELINE, "")
    if descriptor:
        threading.Thread(target=_wait_for_end, args=(int(descriptor),), daemon=True).start()


def _wait_for_end(descriptor: int) -> None:
    os.read(descriptor, 1)
    os.kill(os.getpid(), signal.SIGTERM)
