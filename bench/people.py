"""Signing in to ours, through the API."""

import http.client
import json

from bench.sets import PASSWORD


def sign_in(port: int, email: str, account: str) -> dict[str, str]:
    """The headers of every later call of this person for this merchant."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    body = json.dumps({"email": email, "password": PASSWORD})
    connection.request("POST", "/auth/login", body, {"Content-Type": "application/json"})
    response = connection.getresponse()
    said = response.read()
    connection.close()
    if response.status != 200:
        raise RuntimeError(f"{email} could not sign in: {response.status} {said.decode()}")
    return {"Authorization": f"Bearer {json.loads(said)['token']}", "X-Account": account}


def get(port: int, path: str, headers: dict[str, str] | None = None) -> tuple[dict[str, str], bytes]:
    """One answer: its headers, in lower case, and its body."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path, headers=headers or {})
    response = connection.getresponse()
    body = response.read()
    connection.close()
    if response.status != 200:
        raise RuntimeError(f"{path}: {response.status} {body.decode()}")
    return {name.lower(): value for name, value in response.getheaders()}, body
