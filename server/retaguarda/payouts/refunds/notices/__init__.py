"""Return notices: files that tell which payments came back, brought by a person, looked at line by line and applied once."""
