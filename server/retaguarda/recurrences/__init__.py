"""Pix Automático: a payer agrees once, and each cycle's charge is taken by itself."""
