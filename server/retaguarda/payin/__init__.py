"""Pay-in: charges by Pix, the payments they receive, refunds and disputes."""
