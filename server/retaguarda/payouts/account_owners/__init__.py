"""Who legally holds the accounts that payouts are taken from: versions, agreements with the bank, and signers."""
