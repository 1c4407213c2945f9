"""Approvals: what one person may not do alone, who requests it, and who decides."""
