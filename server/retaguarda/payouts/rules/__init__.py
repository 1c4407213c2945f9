"""Rules for payments: which are held, refused, routed or need a second person; in versions, tried over 90 days."""
