"""Recipients: who gets a share of a merchant's payments, and is paid out."""
