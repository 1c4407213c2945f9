"""Double approval: what one person may not do alone, who asked for it, and who decides."""
