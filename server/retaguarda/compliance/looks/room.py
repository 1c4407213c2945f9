"""What the staff looked at: written as they read, told to whoever decides cases."""

from retaguarda.compliance.looks.tables import LOOKS
from retaguarda.foundation.room import Room

ROOM = Room(name="compliance.looks", tables=(LOOKS,), group="compliance")
