"""Communications to COAF: files by the Siscoaf layout, and what COAF answers."""
