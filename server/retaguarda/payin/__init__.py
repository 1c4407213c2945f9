"""Pay-in: charges with Pix, what is received for them, and what is given back."""
