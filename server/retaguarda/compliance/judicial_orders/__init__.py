"""Courts' orders: money of a document is held, released, or goes to the court."""
