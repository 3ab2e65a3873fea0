-- The limits above are amounts in pesos. A brand whose currency is worth less has the rows of its currency instead, in `brand`,
-- so that the same things wait for a second person everywhere. A brand's own row replaces both.
insert into authority (role, action, brand, max_per_item, max_per_day, second_person_from)
  select role, action, currency, max_per_item * worth, max_per_day * worth, second_person_from * worth
  from authority, (values ('IDR', 250), ('INR', 1.5)) as rate (currency, worth)
  where brand = '*' and action <> 'cost' and (max_per_item > 0 or max_per_day > 0 or second_person_from > 0);

-- The database holds the cost of a day itself and knows no brand's currency: the shipped brands have rows of their own.
insert into authority (role, action, brand, max_per_day)
  select role, action, rate.brand, max_per_day * worth
  from authority, (values ('id', 250), ('in', 1.5)) as rate (brand, worth)
  where authority.brand = '*' and action = 'cost';
