"""On what terms merchants' money is exchanged."""
