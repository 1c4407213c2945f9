-- Lines are proved together under the root that was approved of their batch, by the triggers come_of_lines and are_approved
-- (payouts/batches/sql/batches.sql), no longer one by one.
drop trigger if exists comes_of_a_line on payout;
drop trigger if exists is_approved on payout_order;
drop function if exists payout_comes_of_a_line();
drop function if exists payout_order_is_approved();
