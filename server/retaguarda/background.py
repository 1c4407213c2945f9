"""What runs behind the API: event consumers, jobs, scheduled tasks and the sender of webhooks."""

from retaguarda.app import App, services
from retaguarda.cron_tasks.clock import Clock
from retaguarda.cron_tasks.model import RUN
from retaguarda.cron_tasks.run_task import Runs
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.jobs import Cron, Job
from retaguarda.foundation.outbound_http import OutboundClient
from retaguarda.payin.processors.register_webhook import REGISTER
from retaguarda.rooms import ROOMS
from retaguarda.webhooks.sender import SenderServices, WebhookSender

#: The job that a worker defers when it starts.
AT_START = REGISTER


def readers(app: App) -> list[EventConsumer]:
    """The event consumers of every room."""
    given = services(app)
    return [consumer for room in ROOMS for consumer in room.consumers(given)]


def webhook_sender(app: App) -> WebhookSender:
    """Make what sends webhooks to the merchants' servers."""
    settings = app.settings
    caller = OutboundClient(private=settings.private_hooks)
    return WebhookSender(SenderServices(app.database, app.keys, caller, settings.hook_delays))


def timed(app: App) -> tuple[list[Job], list[Cron]]:
    """What a worker runs: every job, and one cron that defers the runs of all others when they are due."""
    work, crons = jobs(app)
    clock, runs = Clock(app.database, app.queue, crons), Runs(app.database, crons)
    return [*work, Job(RUN, runs.run)], [Cron("tools.tick", "* * * * *", clock.tick)]


def jobs(app: App) -> tuple[list[Job], list[Cron]]:
    """The jobs and the crons of every room."""
    given = services(app)
    return [job for room in ROOMS for job in room.jobs(given)], [cron for room in ROOMS for cron in room.crons(given)]
