"""Operations: one remittance each, quoted or collected from a payment."""
