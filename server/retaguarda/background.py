"""What runs behind the API: what follows from events, the jobs, the tasks by the clock."""

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

#: The job a worker asks for when it begins.
AT_START = REGISTER


def readers(app: App) -> list[EventConsumer]:
    given = services(app)
    return [consumer for room in ROOMS for consumer in room.consumers(given)]


def courier(app: App) -> WebhookSender:
    """Who carries webhooks to the merchants' servers."""
    settings = app.settings
    caller = OutboundClient(private=settings.private_hooks)
    return WebhookSender(SenderServices(app.database, app.keys, caller, settings.hook_delays))


def timed(app: App) -> tuple[list[Job], list[Cron]]:
    """What a worker does: its jobs, and one task by the clock that asks for the runs of all others."""
    work, crons = jobs(app)
    clock, runs = Clock(app.database, app.queue, crons), Runs(app.database, crons)
    return [*work, Job(RUN, runs.run)], [Cron("tools.tick", "* * * * *", clock.tick)]


def jobs(app: App) -> tuple[list[Job], list[Cron]]:
    """What there is to do when asked for, and by the clock."""
    given = services(app)
    return [job for room in ROOMS for job in room.jobs(given)], [cron for room in ROOMS for cron in room.crons(given)]
