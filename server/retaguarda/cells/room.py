"""Companies that go from one installation of the provider to another (docs/decisions/cells.md)."""

from retaguarda.cells.invariants import INVARIANTS
from retaguarda.foundation.room import Room

ROOM = Room(name="cells", group="companies", invariants=INVARIANTS)
