/**
 * Which objects of the schema break the rules of `rules.json`: each rule is a query of PostgreSQL's catalogue that returns their
 * names. `place` has where each table would be on Citus (`keys.json`).
 */
const ours = `relnamespace = 'public'::regnamespace`;
const functions = `pg_proc join pg_language l on l.oid = prolang
  where pronamespace = 'public'::regnamespace and l.lanname in ('sql', 'plpgsql')`;
const functionsWith = (pattern: string) =>
  `select proname as name from ${functions} and prosrc ~* '${pattern}'`;
const columnOf = (table: string, number: string) =>
  `(select attname from pg_attribute where attrelid = ${table} and attnum = ${number})`;

/** A reference as `child.place`, `parent.place` and the columns that both are distributed by. */
const references = `select k.conname as name, child.place as child, parent.place as parent, exists (
    select from generate_subscripts(k.conkey, 1) as i
    where ${columnOf('k.conrelid', 'k.conkey[i]')} = child.place and ${columnOf('k.confrelid', 'k.confkey[i]')} = parent.place
  ) as together
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid join place child on child.name = c.relname
  join pg_class p on p.oid = k.confrelid join place parent on parent.name = p.relname
  where k.contype = 'f'`;

export const schemaRules: Readonly<Record<string, string>> = {
  'citus-unique': `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
    join place on place.name = c.relname
    where i.indisunique and place.place not in ('copy', 'one') and not exists (
      select from unnest(i.indkey::int[]) as key (number) where ${columnOf('c.oid', 'number')} = place.place)`,
  'citus-reference': `select name from (${references}) as reference
    where not (child in ('copy', 'one') and parent in ('copy', 'one'))
      and not (child not in ('copy', 'one') and (parent = 'copy' or (parent not in ('copy', 'one') and together)))`,
  'citus-trigger': `select c.relname || ' ×' || count(*) as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    join place on place.name = c.relname where not t.tgisinternal and place.place <> 'one' group by c.relname`,
  // A function that another one calls counts too.
  'citus-trigger-elsewhere': `select tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    join place own on own.name = c.relname and own.place not in ('copy', 'one')
    where not tgisinternal and exists (
      with recursive called (oid, prosrc) as (
        select oid, prosrc from pg_proc where oid = t.tgfoid
        union select other.oid, other.prosrc from called join pg_proc other on other.pronamespace = 'public'::regnamespace
          and called.prosrc ~ ('\\m' || other.proname || '\\(')
      )
      select from called join place on called.prosrc ~ ('(from|join|into|update) (public\\.)?' || place.name || '\\M')
      where place.place not in ('copy', own.place) and not (own.name = 'borrower' and place.place = 'borrower_id')
        and not (own.place = 'borrower_id' and place.name = 'borrower'))`,
  'citus-identity': `select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    join place on place.name = c.relname where place.place <> 'one' and a.attidentity <> ''`,
  'citus-function': `select proname as name from ${functions} and not coalesce(proargnames, '{}') && '{p_borrower,p_order,p_event}'
    and prorettype <> 'trigger'::regtype
    and exists (select from place where place not in ('copy', 'one') and prosrc ~ ('\\m' || place.name || '\\M'))`,
  'citus-own-machine': functionsWith('\\mpg_stat_activity\\M'),
  'yugabyte-constraint-trigger': `select tgname as name from pg_trigger where tgconstraint <> 0 and not tgisinternal`,
  'yugabyte-transition-table': `select tgname as name from pg_trigger
    where not tgisinternal and (tgnewtable is not null or tgoldtable is not null)`,
  'yugabyte-deferrable': `select conname as name from pg_constraint where condeferrable and contype in ('p', 'u')`,
  'yugabyte-exclusion': `select conname as name from pg_constraint where contype = 'x'`,
  'yugabyte-index-method': `select c.relname as name from pg_class c join pg_am on pg_am.oid = c.relam
    where c.relkind = 'i' and ${ours} and amname not in ('btree', 'hash', 'gin')`,
  'yugabyte-index-type': `select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    join pg_type t on t.oid = a.atttypid
    where c.relkind = 'i' and ${ours} and (t.typcategory in ('A', 'I', 'R', 'C') or t.typname in ('jsonb', 'tsvector', 'citext'))`,
  'yugabyte-index-order': `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum = 1
    where c.relkind in ('i', 'I') and ${ours} and a.atttypid in ('timestamptz'::regtype, 'date'::regtype)`,
  'yugabyte-storage': `select relname as name from pg_class where ${ours} and relkind = 'r' and reloptions is not null
    union select c.relname || '.' || a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
    join pg_type t on t.oid = a.atttypid
    where c.relkind = 'r' and ${ours} and a.attnum > 0 and a.attstorage <> t.typstorage`,
  'yugabyte-identity': `select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where ${ours} and a.attidentity <> ''`,
  'yugabyte-type-of': functionsWith('%type'),
  'yugabyte-ddl-function': functionsWith('\\m(create|drop|alter) table\\M'),
};

export const withPlaces = (query: string) =>
  `with place (name, place) as (select key, value from jsonb_each_text($1::jsonb)) select name from (${query}) as broken order by 1`;
