"""Lots: orders that go to a bank together by API, are released once, and are read until each has ended."""
