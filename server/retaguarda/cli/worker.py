"""Run the worker: event consumers and jobs."""

from retaguarda.app import build
from retaguarda.cli.children import end_with_parent
from retaguarda.cli.process import log_to_stderr, run_until_stopped, settings_with_secret
from retaguarda.database_url import app_url
from retaguarda.worker import work


def main(arguments: list[str]) -> int:
    end_with_parent()
    settings = settings_with_secret()
    log_to_stderr(settings)
    app = build(settings, app_url(settings))

    async def run() -> None:
        async with app.opened():
            await work(app)

    return run_until_stopped(run)
