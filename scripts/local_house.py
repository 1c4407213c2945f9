"""What the scripts that run a house on this machine share."""

import socket
import urllib.request


def get(address: str) -> bytes:
    """
    Raises:
        urllib.error.URLError: nobody answers, or with an error.
    """
    with urllib.request.urlopen(address, timeout=10) as answer:
        return answer.read()


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]
