"""Random Commands at the running program while its parts are killed; afterwards everything must add up.

A seed decides what each sender does next and when a part dies. How the senders' calls interleave is the machine's own
business, so a seed gives the same kind of storm again, not the same one.
"""
