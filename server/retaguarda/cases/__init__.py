"""Cases with a clock: what people complain of and ask for, from its protocol to its answer."""
