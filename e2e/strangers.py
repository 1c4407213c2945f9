"""The services of others, answered inside the browser: what each was asked, and what it says."""

import json
import re
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page, Request, Route

PATIENCE_SECONDS = 20

TAG_MANAGER = "www.googletagmanager.com"
RECORDING = "www.clarity.ms"
ERRORS = "errors.example"
INSTALLATIONS = "firebaseinstallations.googleapis.com"
REMOTE_CONFIG = "firebaseremoteconfig.googleapis.com"

#: Settings that turn everything on.
ON = {
    "RETAGUARDA_TAG_MANAGER_ID": "GTM-ABC1234",
    "RETAGUARDA_RECORDING_ID": "abc123xyz0",
    "RETAGUARDA_ERROR_REPORTING_DSN": f"https://0123abcd@{ERRORS}/42",
    "RETAGUARDA_FIREBASE_API_KEY": "AIzaSyExample_0123",
    "RETAGUARDA_FIREBASE_APP_ID": "1:1234567890:web:0a1b2c3d",
    "RETAGUARDA_FIREBASE_PROJECT_ID": "pay-example",
    "RETAGUARDA_INTERNAL_DOMAINS": "merchant.example,rtg.example",
    "RETAGUARDA_INTERNAL_COOKIE_DOMAINS": "merchant.example,rtg.example,grupo.example",
}

#: A container whose one tag is an inline script, once with the nonce that the container was given and once without.
CONTAINER = """
const given = document.currentScript.nonce
for (const [name, nonce] of [['tagRan', given], ['strangerRan', '']]) {
  const tag = document.createElement('script')
  tag.nonce = nonce
  tag.textContent = `window.${name} = true`
  document.head.append(tag)
}
"""
CLARITY = "window.toldClarity = window.clarity.q.map((call) => [...call]); window.maskedAtStart = document.body.dataset.clarityMask"

INSTALLED = {
    "name": "projects/1234567890/installations/f0000000000000000000aa",
    "fid": "f0000000000000000000aa",
    "refreshToken": "a-refresh-token",
    "authToken": {"token": "an-installation-token", "expiresIn": "604800s"},
}
TEMPLATE = {"entries": {"banner": "hello"}, "state": "UPDATE", "templateVersion": "7"}


def entries(**values: Any) -> dict[str, Any]:
    return TEMPLATE | values


@dataclass
class Strangers:
    """Everything that a browser asked of any host but ours."""

    home: str
    asked: list[Request] = field(default_factory=list)
    #: What remote config says next: status and body.
    says: tuple[int, dict[str, Any]] = (200, TEMPLATE)
    version: int = 1

    def watch(self, context: BrowserContext) -> "Strangers":
        context.route(lambda url: urlsplit(url).netloc != self.home, self._answer)
        return self

    def of(self, host: str) -> list[Request]:
        return [request for request in self.asked if urlsplit(request.url).netloc == host]

    @property
    def hosts(self) -> set[str]:
        return {urlsplit(request.url).netloc for request in self.asked}

    def envelopes(self) -> str:
        """All that error reporting was sent, as text."""
        return "\n".join(request.post_data or "" for request in self.of(ERRORS))

    def _answer(self, route: Route) -> None:
        request = route.request
        self.asked.append(request)
        host = urlsplit(request.url).netloc
        headers = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "ETag"}
        match host:
            case "www.googletagmanager.com":
                route.fulfill(body=CONTAINER, content_type="text/javascript")
            case "www.clarity.ms":
                route.fulfill(body=CLARITY, content_type="text/javascript")
            case "firebaseinstallations.googleapis.com":
                route.fulfill(body=json.dumps(INSTALLED), content_type="application/json", headers=headers)
            case "firebaseremoteconfig.googleapis.com":
                status, body = self.says
                headers["ETag"] = f"etag-{self.version}"
                route.fulfill(status=status, body=json.dumps(body), content_type="application/json", headers=headers)
            case "errors.example":
                route.fulfill(body="{}", content_type="application/json", headers=headers)
            case _:
                route.abort()


def until(page: Page, expression: str) -> Any:
    """Waits until it is true in the page; what it is then. Asked from outside: the page's policy lets nobody evaluate texts."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not (found := page.evaluate(expression)):
        assert time.monotonic() < deadline, f"never true: {expression}"
        page.wait_for_timeout(50)
    return found


def user_in(envelopes: str) -> dict[str, str]:
    """Whom the newest error names."""
    found = re.findall(r'"user":(\{"id":"[^}]*\})', envelopes)
    return json.loads(found[-1])
