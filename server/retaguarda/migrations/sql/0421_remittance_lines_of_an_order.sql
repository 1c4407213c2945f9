-- A return names orders one by one, freed ones too: without this each of its lines read every remittance there was.
create index if not exists remittance_line_of_order on remittance_line (merchant_id, order_id);
