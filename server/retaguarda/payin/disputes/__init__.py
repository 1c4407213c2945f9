"""Mecanismo Especial de Devolução: a payer's bank asks for a Pix back that we received, for fraud or a flaw."""
