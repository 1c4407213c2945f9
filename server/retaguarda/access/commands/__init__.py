"""What can be done here, one file a subject."""

import msgspec


class NoInput(msgspec.Struct, forbid_unknown_fields=True):
    """The input of a Command that needs no words."""
