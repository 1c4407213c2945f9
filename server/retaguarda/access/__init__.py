"""Access control: people, their roles, the keys of programs, and who looks at whose data."""
