"""The peer's web before our own API: the program of ``make run``, but another web and no policy against inline styles."""

from typing import Any

from retaguarda.cli.application import make as make_ours

POLICY = b"content-security-policy"


def make() -> Any:
    """Made in the server's worker process. RETAGUARDA_WEB_DIST says where the peer's web lies."""
    application = make_ours()

    async def without_policy(scope: Any, receive: Any, send: Any) -> None:
        async def sending(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [header for header in message["headers"] if header[0] != POLICY]
            await send(message)

        await application(scope, receive, sending)

    return without_policy
