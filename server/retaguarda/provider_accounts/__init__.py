"""Accounts at providers, whichever way their money goes: sealed credentials, certificates, allowed addresses, their test, and how calls end."""
