import { outcomes, showTeam, type Team } from '@hiram/contract/console/collections';
import { addDays, localDate } from '@hiram/loan';
import { decimalText } from '@hiram/loan/format';
import { type RawBuilder, sql } from 'kysely';
import { startOfDay } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { csvLine } from '../../platform/files/csv-line.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { type Sight, sightOf } from './late-loans.ts';
import { readRolls } from './rolls.ts';

type Figures = Team['all'];

/** The longest time that is counted at once, in days. */
const maxDays = 366;
/** The time that is counted where no day is named, in days: a calendar month would be one day on its first. */
const usualDays = 30;
/** Outcomes in which somebody was spoken to. */
const spoken = outcomes.filter((outcome) => outcome !== 'noAnswer' && outcome !== 'busy');

/** The figures of the desk between two days, by person and agency. Each count is one of rows of `contact`. */
export const team: StaffHandler<typeof showTeam> = async (input, request) => {
  const { db } = request;
  const sight = await sightOf(request);
  const to = localDate(input.to ?? sight.today);
  const from = localDate(input.from ?? addDays(to, 1 - usualDays));
  if (to < from || to > addDays(from, maxDays)) return reject('badDays', { field: 'to' });
  const range = { from, to };
  const people = await byPerson(db, sight, range);
  const counts = (what: RawBuilder<unknown>) => countBy(db, attempts(sight, range), what);
  const figures = {
    all: sumOf(people),
    people,
    channels: await counts(sql`channel`),
    outcomes: await counts(sql`coalesce(outcome, 'none')`),
    hours: (await counts(sql`extract(hour from started_at at time zone zone)::text`))
      .map(({ name, count }) => ({ hour: Number(name), count }))
      .sort((a, b) => a.hour - b.hour),
    refusals: await countBy(db, sql`contact_refused where ${refusedIn(sight, range)}`, sql`why`),
    rolls: await readRolls(db, sight.brand, range),
  };
  return { ...range, ...figures, csv: csvOf(figures, range) };
};

interface Range {
  readonly from: string;
  readonly to: string;
}

/** Attempts for collection of the brand between two business days, by the borrower's clock. */
const attempts = (
  { brand, ahead }: Sight,
  { from, to }: Range,
) => sql`contact join borrower on borrower.id = contact.borrower_id
  where borrower.brand = ${brand} and purpose = 'collection'
    and on_day between ${from}::date - ${ahead}::integer and ${to}::date - ${ahead}::integer`;

/** Counts rows of a table by a value of theirs, the most frequent first. */
async function countBy(db: Db, rows: RawBuilder<unknown>, what: RawBuilder<unknown>) {
  const counted = await sql<{ name: string; count: number }>`
    select ${what} as name, count(*)::integer as count from ${rows} group by 1 order by 2 desc, 1`.execute(
    db,
  );
  return counted.rows;
}

/** Attempts that the rules refused between two days of the brand. */
function refusedIn({ brand, timeZone, ahead }: Sight, { from, to }: Range) {
  const startOf = (day: string, days: number) => startOfDay(timeZone, addDays(localDate(day), days - ahead));
  return sql`contact_refused.brand = ${brand} and at >= ${startOf(from, 0)} and at < ${startOf(to, 1)}`;
}

interface PersonRow extends Omit<Figures, 'refused'> {
  readonly key: string;
  readonly name: string;
  readonly is_agency: boolean;
}

/** In place of a person: what the system sent by itself. */
const automatic = '00000000-0000-0000-0000-000000000000';

/** The figures of each person, of each agency as a whole, and of the automatic messages. */
async function byPerson(db: Db, sight: Sight, range: Range): Promise<Team['people']> {
  const { rows } = await sql<PersonRow>`
    with made as (
      select contact.*, coalesce(agency_id, staff_id, ${automatic}::uuid) as key from ${attempts(sight, range)}
    ), promised as (
      select made.key, count(*)::integer as promises, sum(promise.amount)::bigint as promised,
        count(*) filter (where state = 'kept')::integer as kept, count(*) filter (where state = 'broken')::integer as broken,
        coalesce(sum(paid), 0)::bigint as collected
      from payment_promise promise join made on made.borrower_id = promise.borrower_id and made.id = promise.contact_id
      group by made.key
    )
    select made.key, coalesce(agency.name, staff.name, 'Automatic messages') as name,
      agency.id is not null as is_agency, count(*)::integer as contacts, count(*) filter (where outcome in (${sql.join(spoken)}))::integer as reached,
      coalesce(max(promised.promises), 0) as promises, coalesce(max(promised.promised), 0)::bigint as promised,
      coalesce(max(promised.kept), 0) as kept, coalesce(max(promised.broken), 0) as broken,
      coalesce(max(promised.collected), 0)::bigint as collected,
      count(distinct made.order_id) filter (where exists (
        select from loan_order where id = made.order_id and status <> 'overdue'))::integer as cured,
      count(*) filter (where exists (
        select from contact_objection objection where objection.borrower_id = made.borrower_id and contact_id = made.id
      ))::integer as complaints
    from made left join agency on agency.id = made.agency_id left join staff on staff.id = made.key
    left join promised on promised.key = made.key
    group by made.key, agency.id, agency.name, staff.name order by name`.execute(db);
  const { rows: refused } = await sql<{ key: string; name: string; is_agency: boolean; count: number }>`
    select coalesce(agency_id, staff_id)::text as key, coalesce(agency.name, staff.name, '') as name,
      agency.id is not null as is_agency, count(*)::integer as count
    from contact_refused left join agency on agency.id = agency_id left join staff on staff.id = staff_id and agency_id is null
    where ${refusedIn(sight, range)}
    group by 1, 2, 3`.execute(db);
  const people = rows.map(({ key, is_agency, ...row }) => ({
    ...row,
    isAgency: is_agency,
    promised: Number(row.promised),
    collected: Number(row.collected),
    refused: refused.find((one) => one.key === key)?.count ?? 0,
  }));
  const idle = refused
    .filter(({ key }) => !rows.some((row) => row.key === key))
    .map(({ name, is_agency, count }) => ({ ...nothing, name, isAgency: is_agency, refused: count }));
  const { rows: agencies } = await sql<{ key: string; name: string }>`select id::text as key, name from agency
    where brand = ${sight.brand} and ended_at is null and from_day <= ${range.to}::date and until_day >= ${range.from}::date
    order by name`.execute(db);
  // An agency under contract that did nothing is listed too.
  const still = agencies
    .filter(({ key }) => ![...rows, ...refused].some((row) => row.key === key))
    .map(({ name }) => ({ ...nothing, name, isAgency: true }));
  return [...people, ...idle, ...still];
}

const names = Object.keys(showTeam.output.entries.all.entries) as (keyof Figures)[];
const nothing = Object.fromEntries(names.map((name) => [name, 0])) as Record<keyof Figures, number>;

function sumOf(people: Team['people']): Figures {
  const sum = { ...nothing };
  for (const person of people) for (const name of names) sum[name] += person[name];
  return sum;
}

/** A table of the CSV: its head, and what was counted by what. */
const counted = (head: readonly string[], rows: readonly object[]) => [
  head,
  ...rows.map((row) => Object.values(row).map(String)),
];

const moves = ['loans', 'worse', 'unchanged', 'better', 'cured', 'ended'] as const;

function csvOf(
  { people, channels, outcomes: ended, hours, refusals: why, rolls }: Omit<Team, keyof Range | 'csv' | 'all'>,
  { from, to }: Range,
): string {
  const money = new Set<keyof Figures>(['promised', 'collected']);
  const lines = [
    ['From', from, 'To', to],
    ['Who', ...names],
    ...people.map((person) => [
      person.name,
      ...names.map((name) => (money.has(name) ? decimalText(person[name]) : String(person[name]))),
    ]),
    ...counted(['Channel', 'Contacts'], channels),
    ...counted(['Outcome', 'Contacts'], ended),
    ...counted(['Hour', 'Contacts'], hours),
    ...counted(['Refused because', 'Tries'], why),
    ...(rolls
      ? [
          ['Late loans from', rolls.from, 'To', rolls.to],
          ['Bucket', ...moves],
        ]
      : []),
    ...(rolls?.rows ?? []).map((row) => [row.bucket, ...moves.map((name) => String(row[name]))]),
  ];
  return lines.map(csvLine).join('');
}
