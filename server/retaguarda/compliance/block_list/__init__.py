"""The block list: values with which money does not move, bound by the statement that writes a charge or a payout."""
