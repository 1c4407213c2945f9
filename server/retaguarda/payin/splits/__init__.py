"""What of a payment goes to whom: agreed with the charge, divided when it is paid, given back when it is refunded."""
