"""The Commands of access control."""
