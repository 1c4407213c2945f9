"""Return files: a bank tells what became of titles, a person sees what would follow, and lets it follow once."""
