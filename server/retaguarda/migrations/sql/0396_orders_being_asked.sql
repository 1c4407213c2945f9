-- Until when whoever calls the processor about an order has it to itself; null: nobody calls.
alter table payout_order add column asking_until timestamptz;
