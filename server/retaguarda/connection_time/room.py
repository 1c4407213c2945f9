"""Who was signed in, from where and for how long."""

from retaguarda.connection_time.commands import END_SESSION
from retaguarda.connection_time.invariants import INVARIANTS
from retaguarda.connection_time.records import SESSION
from retaguarda.connection_time.tables import SESSIONS
from retaguarda.foundation.room import Room

ROOM = Room(
    name="connection_time",
    tables=(SESSIONS,),
    records=(SESSION,),
    commands=(END_SESSION,),
    invariants=INVARIANTS,
    group="sessions",
)
