"""The legal holders of the accounts that payouts are debited from: versions, agreements with the bank, signers."""
