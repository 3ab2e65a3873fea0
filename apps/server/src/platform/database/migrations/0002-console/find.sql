-- The find desk: rights of the shipped roles, limits and tables.

-- Everybody may search. What is found depends on the rights of each kind.
insert into role_right (role, "right") select name, 'find.read' from role;

-- What a person types names a row alone: each form has an index of its own.
create index borrower_last_four on borrower (right(phone, 4), id) where erased_at is null;
create index loan_order_short on loan_order (right(id::text, 8));
create index payment_short on payment (right(id::text, 8));
create index payout_short on payout (right(id::text, 8));
create index payment_code_typed on payment_code (pay_code);
create index payment_code_provider on payment_code (provider_reference);
create index payment_provider on payment (provider_payment_id);
create index payout_provider on payout (provider_reference);
create index provider_message_alone on provider_message (message_id);
create index utr_typed on utr_submission (utr);
