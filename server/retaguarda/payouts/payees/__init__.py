"""The payee book: who a merchant pays, where their money goes, and whether the receiving bank names the same person."""
