"""Disputes received (MED, Mecanismo Especial de Devolução): a payer's bank asks for a Pix payment back, for fraud or an
operational flaw.
"""
