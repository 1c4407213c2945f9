"""Whether our services work: their minutes, the incidents found in them, and the index of each month."""
