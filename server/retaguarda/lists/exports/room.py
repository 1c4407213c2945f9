"""Exports of every list, at once or by a job."""

from retaguarda.foundation.command import command_route
from retaguarda.foundation.database import Database
from retaguarda.foundation.jobs import Job
from retaguarda.foundation.replica import Replica
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Catalogue, Room
from retaguarda.foundation.services import Services
from retaguarda.lists.exports.commands import CANCEL, ask
from retaguarda.lists.exports.download import Download
from retaguarda.lists.exports.immediate_export import Now
from retaguarda.lists.exports.jobs import JOB, Exports
from retaguarda.lists.exports.records import EXPORT_RECORD
from retaguarda.lists.exports.tables import EXPORTS
from retaguarda.settings import Settings


def _routes(services: Services) -> list[Route]:
    access, database = services[Access], services[Database]
    by_name = {table.name: table for table in services[Catalogue].tables}
    return [
        *(Now(database).route(table, access) for table in by_name.values()),
        command_route(ask(by_name), access),
        Download(database, access, by_name).route(),
    ]


def _jobs(services: Services) -> list[Job]:
    exports = Exports(services[Database], services[Replica], services[Catalogue].tables, services[Settings].export_days)
    return [Job(JOB, exports.run)]


ROOM = Room(
    name="lists.exports",
    tables=(EXPORTS,),
    records=(EXPORT_RECORD,),
    commands=(CANCEL,),
    routes=_routes,
    jobs=_jobs,
)
