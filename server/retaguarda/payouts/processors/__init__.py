"""Processors that pay: accounts at banks and providers, by API or by files."""
