"""What we ask back of a Pix that was sent: the MED from the side of who paid."""
