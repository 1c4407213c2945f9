"""Who was signed in, from where and for how long."""
