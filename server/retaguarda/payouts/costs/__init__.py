"""What payouts cost the provider: fixed when an order is carried out, booked by processor and day."""
