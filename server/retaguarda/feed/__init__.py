"""The feed: events leave as CloudEvents, in order, at least once, with the fields that are declared and no other."""
