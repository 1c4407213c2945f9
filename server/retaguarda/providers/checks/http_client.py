"""Asks a provider of checks over HTTP: JSON with a bearer, and an answer signed for this very call."""

import asyncio
import hashlib
import hmac

import httpx
import msgspec

from retaguarda.providers.checks.port import CheckAnswer, CheckFailed, CheckPort, CheckQuestion, CheckResult

SECONDS = 8.0
#: Bytes of an answer.
LARGEST = 256 * 1024
#: HMAC-SHA-256 over the id of the call and the body, under the secret; hexadecimal.
SIGNATURE = "X-Check-Signature"


def sign_answer(secret: str, call: str, body: bytes) -> str:
    return hmac.new(secret.encode(), call.encode() + b"\n" + body, hashlib.sha256).hexdigest()


class HttpChecks:
    """
    Args:
        transport: the network, pinned to allowed addresses.
        seconds: after which an answer comes too late.
    """

    def __init__(
        self, base_url: str, secret: str, transport: httpx.AsyncBaseTransport, seconds: float = SECONDS
    ) -> None:
        self._base_url = base_url.rstrip("/")
        self._secret = secret
        self._seconds = seconds
        self._http = httpx.AsyncClient(transport=transport, timeout=seconds, trust_env=False, follow_redirects=False)

    async def close(self) -> None:
        await self._http.aclose()

    async def check(self, port: CheckPort, question: CheckQuestion) -> CheckAnswer:
        """
        Raises:
            CheckFailed
        """
        try:
            async with asyncio.timeout(self._seconds):
                status, signature, body = await self._ask(port, question)
        except (TimeoutError, httpx.TimeoutException):
            raise CheckFailed("timeout", f"no answer within {self._seconds:g} s") from None
        except httpx.HTTPError as error:
            raise CheckFailed("error", f"not reached: {type(error).__name__}") from None
        if status == 429:
            raise CheckFailed("quota", "the provider's quota is used up")
        if status != 200:
            raise CheckFailed("error", f"HTTP {status}")
        if not hmac.compare_digest(signature, sign_answer(self._secret, question.call, body)):
            raise CheckFailed("forged", "the answer is not signed for this call")
        try:
            return CheckAnswer(msgspec.json.decode(body, type=CheckResult), body)
        except msgspec.MsgspecError as error:
            raise CheckFailed("error", f"unreadable answer: {error}"[:500]) from None

    async def _ask(self, port: CheckPort, question: CheckQuestion) -> tuple[int, str, bytes]:
        headers = {"Authorization": f"Bearer {self._secret}", "Content-Type": "application/json"}
        request = self._http.build_request(
            "POST", f"{self._base_url}/{port}", content=msgspec.json.encode(question), headers=headers
        )
        response = await self._http.send(request, stream=True)
        try:
            body = b""
            async for chunk in response.aiter_bytes():
                body += chunk
                if len(body) > LARGEST:
                    raise CheckFailed("error", "the answer is too large")
            return response.status_code, response.headers.get(SIGNATURE, ""), body
        finally:
            await response.aclose()
