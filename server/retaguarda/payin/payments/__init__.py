"""Pix payments: received, read back from the provider, posted, and reviewed where no charge asked for them."""
