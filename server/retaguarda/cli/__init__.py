"""The commands of ``python -m retaguarda``, one file each."""
