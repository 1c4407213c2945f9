"""Evidence: how two people of the provider end an order that no bank answers."""
