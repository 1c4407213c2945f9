"""Mailboxes of banks (SFTP): sealed remittances go out, return files come in."""
