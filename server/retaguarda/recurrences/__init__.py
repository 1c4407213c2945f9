"""Recurrences (Pix Automático): a payer authorises once, and each cycle is charged automatically."""
