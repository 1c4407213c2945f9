"""Who somebody is: sign-in, their own account, mails about it, and feature flags."""

from retaguarda.foundation.database import Database
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.jobs import Cron, Job, Queue
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import HOUR, NIGHT, Room
from retaguarda.foundation.services import Services
from retaguarda.identity.flag_command import SWITCH_FLAG
from retaguarda.identity.flags import flag_routes
from retaguarda.identity.mails import JOB, Post, mail_reader
from retaguarda.identity.routes import routes
from retaguarda.identity.services import IdentityServices
from retaguarda.identity.sweep import Sweep
from retaguarda.identity.tokens import AccessTokens
from retaguarda.providers.mail import Mailer
from retaguarda.settings import Settings


def _routes(services: Services) -> list[Route]:
    return [*routes(services[IdentityServices]), *flag_routes(services[Access])]


def _jobs(services: Services) -> list[Job]:
    return [Job(JOB, Post(services[Database], services[Mailer], services[Settings].address).send)]


def _crons(services: Services) -> list[Cron]:
    tokens, days = services[AccessTokens], services[Settings].signing_key_days
    sweep = Sweep(services[Database], services[Settings])
    return [
        Cron("identity.rotate_keys", "17 3 * * *", lambda: tokens.rotate(days), grace=NIGHT),
        Cron("identity.sweep", "23 * * * *", sweep.run, grace=HOUR),
    ]


def _consumers(services: Services) -> list[EventConsumer]:
    return [mail_reader(services[Queue])]


ROOM = Room(name="identity", commands=(SWITCH_FLAG,), routes=_routes, jobs=_jobs, crons=_crons, consumers=_consumers)
