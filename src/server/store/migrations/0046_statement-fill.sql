-- A step of its own: what the triggers' step locks would be locked as long as this takes. Here only the commits wait that
-- change a complete contract or a payment.
SELECT statement_rebuild();
