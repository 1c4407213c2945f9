-- Later orders of a payout are few, and looked for by their time.
create index payout_order_again on payout_order (company_id, created_at) where attempt > 1;
