import { randomUUID } from 'node:crypto';
import { consents, setConsent } from '@hiram/contract/account';
import type { BorrowerId } from '@hiram/contract/ids';
import { messagePurposes } from '@hiram/contract/messages';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { borrowerIdOfPhone } from '../../../test/support/database/rows.ts';
import { propertyRuns } from '../../../test/support/inputs/property-runs.ts';
import { everyBrand } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { contactLaws, countryZones } from '../../brands/markets/contact-law.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import {
  type ContactChannel,
  type ContactPurpose,
  contactChannels,
} from '../../platform/database/schema/messages/contact-attempts.ts';
import { mayContact, startContacts } from './may-contact.ts';
import { addStop } from './stops.ts';

const hiram = setUpHiram(everyBrand);

const system = { kind: 'system' } as const;
/** A Thursday that is no holiday of any shipped brand. */
const noon = new Date('2026-11-26T12:00:00+08:00');

async function lateBorrower(brand: string): Promise<BorrowerId> {
  const { phone } = await hiram.borrower({ state: '180' }, brand);
  const { db } = hiram.server.appContext;
  const { id } = await db
    .selectFrom('borrower')
    .select('id')
    .where('phone', '=', phone)
    .where('brand', '=', brand)
    .executeTakeFirstOrThrow();
  return id;
}

/** Days late by the law's day of an attempt, whatever day the sandbox has. */
async function makeLate(borrower: BorrowerId, days: number, on: string): Promise<void> {
  await sql`update loan_order set next_due_on = ${on}::date + (select offset_days from business_clock) - ${days}::int
    where borrower_id = ${borrower} and status in ('active', 'dueSoon', 'overdue')`.execute(hiram.owner);
}

/** Writes an attempt by SQL with the server's login, as a cheat would. Rolled back. */
async function writtenBySql(
  borrower: BorrowerId,
  at: Date,
  purpose: ContactPurpose = 'collection',
  channel: ContactChannel = 'call',
): Promise<boolean> {
  class Undo extends Error {}
  try {
    await hiram.server.appContext.db.transaction().execute(async (trx) => {
      await sql`insert into contact (borrower_id, id, channel, purpose, by_kind, started_at)
        values (${borrower}, ${randomUUID()}, ${channel}, ${purpose}, 'system', ${at})`.execute(trx);
      throw new Undo();
    });
  } catch (error) {
    if (error instanceof Undo) return true;
    if (error instanceof Error && /law forbids|is not contacted/.test(error.message)) return false;
    throw error;
  }
  return true;
}

const callOf = (borrower: BorrowerId) =>
  ({ borrower, channel: 'call', purpose: 'collection', by: system }) as const;
async function ask(borrower: BorrowerId, now: Date, db: Db = hiram.server.appContext.db) {
  const [answer] = await mayContact(db, hiram.server.appContext, [callOf(borrower)], now);
  if (!answer) throw new Error('no answer');
  return answer;
}
const start = (borrower: BorrowerId, now: Date) =>
  inTransaction(hiram.server.appContext.db, async (trx) => {
    const [started] = await startContacts(trx, hiram.server.appContext, [callOf(borrower)], now);
    if (!started) throw new Error('no answer');
    return started;
  });

test('the database has the hours and zones of the law in the sources [T1576]', async () => {
  const rows = await hiram.owner.selectFrom('contact_law').selectAll().orderBy('country').execute();
  const lastWeekday = { every: 7, mondayToSaturday: 6, mondayToFriday: 5 };
  expect(rows).toEqual(
    Object.entries(contactLaws)
      .sort()
      .map(([country, { hours }]) => ({
        country,
        from_hour: hours.from,
        until_hour: hours.until,
        last_weekday: lastWeekday[hours.days],
        on_holidays: hours.onHolidays,
        unless_days_late: hours.unlessDaysLate ?? null,
        unless_consent: hours.unlessConsent ?? false,
      })),
  );
  const zones = await hiram.owner.selectFrom('contact_zone').selectAll().execute();
  expect(zones.map(({ country, zone }) => `${country} ${zone}`).sort()).toEqual(
    Object.entries(countryZones)
      .flatMap(([country, names]) => names.map((name) => `${country} ${name}`))
      .sort(),
  );
});

test('the database refuses by SQL what the law forbids, at any minute of any market and zone [T1577]', async () => {
  const borrowers = {
    ph: await lateBorrower('ph'),
    in: await lateBorrower('in'),
    id: await lateBorrower('id'),
  };
  const markets = ['ph', 'in', 'id'] as const;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...markets),
      fc.constantFrom(...countryZones.ID),
      fc.integer({ min: 0, max: 20 * 24 * 60 }),
      fc.constantFrom(1, 15, 16),
      async (market, indonesianZone, minutes, daysLate) => {
        const borrower = borrowers[market];
        const zone =
          market === 'id' ? indonesianZone : (countryZones[market === 'ph' ? 'PH' : 'IN'][0] ?? '');
        if (market === 'id')
          await hiram.owner
            .updateTable('borrower')
            .set({ time_zone: zone })
            .where('id', '=', borrower)
            .execute();
        const at = new Date(Date.parse('2026-12-18T00:00:00Z') + minutes * 60_000);
        const local = at.toLocaleString('sv-SE', { timeZone: zone });
        const hour = Number(local.slice(11, 13));
        const day = local.slice(0, 10);
        await makeLate(borrower, daysLate, day);
        const isSunday = new Date(`${day}T12:00:00Z`).getUTCDay() === 0;
        const isHoliday = hiram.server.appContext.brands.get('id')?.holidays.has(day) === true;
        const isLawful = {
          ph: daysLate > 15 || (hour >= 6 && hour < 22),
          in: hour >= 8 && hour < 19,
          id: !isSunday && !isHoliday && hour >= 8 && hour < 20,
        }[market];
        expect(await writtenBySql(borrower, at), `${market} ${local}`).toBe(isLawful);
        const { ok } = await ask(borrower, at);
        if (ok) expect(isLawful).toBe(true);
      },
    ),
    { numRuns: propertyRuns(300) },
  );
});

test('attempts of one statement are checked each: one that is forbidden among others ends them all [T1864]', async () => {
  const [first, second] = [await lateBorrower('ph'), await lateBorrower('in')];
  // 21:30 in Manila, which the law allows, is 19:00 in India, which it does not.
  const write = (at: Date) =>
    hiram.server.appContext.db.transaction().execute(async (trx) => {
      const { rows } = await sql`insert into contact (borrower_id, id, channel, purpose, by_kind, started_at)
        select borrower_id, gen_random_uuid(), 'sms', 'collection', 'system', ${at}
        from unnest(${[first, second]}::uuid[]) borrower_id returning borrower_id, zone, on_day`.execute(trx);
      return rows;
    });
  await expect(write(new Date('2026-11-26T21:30:00+08:00'))).rejects.toThrow('in Asia/Kolkata at');
  expect(await write(new Date('2026-11-26T20:30:00+08:00'))).toEqual([
    { borrower_id: first, zone: 'Asia/Manila', on_day: '2026-11-26' },
    { borrower_id: second, zone: 'Asia/Kolkata', on_day: '2026-11-26' },
  ]);
  await addStop(hiram.owner, { borrower: second, kind: 'counsel', now: noon });
  await expect(write(noon)).rejects.toThrow('the borrower is not contacted: counsel');
});

test('SQL that calls a collection at 23:00 a service is refused, where a person makes it [T1578]', async () => {
  const borrower = await lateBorrower('ph');
  const night = new Date('2026-11-26T23:00:00+08:00');
  await makeLate(borrower, 3, '2026-11-26');
  const staffId = randomUUID();
  await sql`insert into staff (id, name, email, created_at) values (${staffId}, 'Ana', ${`${staffId}@x.ph`}, now())`.execute(
    hiram.owner,
  );
  await expect(
    sql`insert into contact (borrower_id, id, channel, purpose, by_kind, staff_id, started_at)
      values (${borrower}, ${randomUUID()}, 'call', 'service', 'staff', ${staffId}, ${night})`.execute(
      hiram.server.appContext.db,
    ),
  ).rejects.toThrow('the law forbids');
  expect(await writtenBySql(borrower, night, 'service')).toBe(true);
});

test('a time zone of another country allows no contact at night [T1844]', async () => {
  const borrower = await lateBorrower('ph');
  const { db } = hiram.server.appContext;
  await db
    .updateTable('borrower')
    .set({ time_zone: 'America/New_York' })
    .where('id', '=', borrower)
    .execute();
  const night = new Date('2026-11-26T23:00:00+08:00');
  await makeLate(borrower, 3, '2026-11-26');
  expect(await writtenBySql(borrower, night, 'collection')).toBe(false);
});

test('of ten attempts at once three are made on a day, and seven in a week [T1579]', async () => {
  const borrower = await lateBorrower('ph');
  let made = 0;
  for (let day = 0; day < 4; day += 1) {
    const now = new Date(noon.getTime() - (3 - day) * 86_400_000);
    const answers = await Promise.all(Array.from({ length: 5 }, () => start(borrower, now)));
    made += answers.filter((answer) => answer.ok).length;
    expect(made).toBe(Math.min(7, 3 * (day + 1)));
  }
  expect(await ask(borrower, noon)).toMatchObject({ ok: false, why: 'weekCap' });
});

test('a stop, a complaint about collection and an erasure end contacts by guard and SQL [T1580]', async () => {
  const { db } = hiram.server.appContext;
  const borrower = await lateBorrower('ph');
  expect((await ask(borrower, noon)).ok).toBe(true);
  const stop = { borrower, kind: 'counsel', now: new Date(noon.getTime() - 60_000) } as const;
  const id = await addStop(db, stop);
  expect(await ask(borrower, noon)).toEqual({ ok: false, why: 'counsel' });
  expect(await writtenBySql(borrower, noon)).toBe(false);
  await sql`update contact_stop set ended_at = ${noon} where borrower_id = ${borrower} and id = ${id}`.execute(
    db,
  );
  expect((await ask(borrower, noon)).ok).toBe(true);
  await sql`insert into complaint (borrower_id, id, reference, order_id, type, sub_type, detail, created_at, received_on, promised_by)
    select borrower_id, ${randomUUID()}, ${randomUUID()}, id, 1, 1, 'They shout.', ${noon}, '2026-11-26', '2026-12-01' from loan_order
    where borrower_id = ${borrower} limit 1`.execute(hiram.owner);
  expect(await ask(borrower, noon)).toEqual({ ok: false, why: 'dispute' });
  expect(await writtenBySql(borrower, noon)).toBe(false);

  const leaving = await lateBorrower('in');
  await sql`insert into erasure_request values (${leaving}, ${noon}, '2027-01-01')`.execute(hiram.owner);
  expect(await ask(leaving, noon)).toEqual({ ok: false, why: 'erasure' });
});

test('a number that two brands share has caps and stops of each brand: the law counts no attempts [T2031]', async () => {
  const [first, second] = [await lateBorrower('ph'), await lateBorrower('spec')];
  await sql`update borrower set phone = (select phone from borrower where id = ${first}) where id = ${second}`.execute(
    hiram.owner,
  );
  for (let attempt = 0; attempt < 3; attempt += 1) expect((await start(first, noon)).ok).toBe(true);
  expect(await start(first, noon)).toMatchObject({ ok: false, why: 'dayCap' });
  expect((await start(second, noon)).ok).toBe(true);
  const stop = { borrower: first, kind: 'counsel', now: new Date(noon.getTime() - 60_000) } as const;
  await addStop(hiram.server.appContext.db, stop);
  expect(await ask(first, noon)).toEqual({ ok: false, why: 'counsel' });
  expect((await ask(second, noon)).ok).toBe(true);
});

test('without a certified place it must be allowed in each zone of the country [T1581]', async () => {
  const borrower = await lateBorrower('id');
  // 8:30 in Jakarta is 10:30 in Jayapura; 18:30 is 20:30.
  expect((await ask(borrower, new Date('2026-11-26T08:30:00+07:00'))).ok).toBe(true);
  expect(await ask(borrower, new Date('2026-11-26T18:30:00+07:00'))).toMatchObject({ ok: false });
  await hiram.owner
    .updateTable('borrower')
    .set({ time_zone: 'Asia/Jakarta' })
    .where('id', '=', borrower)
    .execute();
  expect((await ask(borrower, new Date('2026-11-26T18:30:00+07:00'))).ok).toBe(true);
});

test('the borrower of one brand is not the borrower of another: an attempt needs a known brand [T1582]', async () => {
  const { phone } = await hiram.borrower({ state: '180' });
  const borrower = await borrowerIdOfPhone(hiram.server.appContext.db, phone);
  await sql`update borrower set brand = 'unknown' where id = ${borrower}`.execute(hiram.owner);
  await expect(writtenBySql(borrower, noon)).rejects.toThrow('is not known');
});

test('by SQL a stop holds for the channels and the purposes for which the guard says so [T2461]', async () => {
  const { appContext } = hiram.server;
  const since = new Date(noon.getTime() - 60_000);
  for (const stop of [
    { kind: 'wrongPerson' },
    { kind: 'deceased' },
    { kind: 'doNotCall', channels: ['call', 'visit'] },
  ] as const) {
    const borrower = await lateBorrower('ph');
    await addStop(appContext.db, { borrower, ...stop, now: since });
    for (const channel of contactChannels)
      for (const purpose of messagePurposes) {
        const request = { borrower, channel, purpose, by: system };
        const [answer] = await mayContact(appContext.db, appContext, [request], noon);
        const written = await writtenBySql(borrower, noon, purpose, channel);
        expect(written, `${stop.kind} ${channel} ${purpose}`).toBe(answer?.ok);
      }
  }
});

test('who allows any hour in the settings is called by the brand’s hours alone, until they withdraw it [T2462]', async () => {
  const { phone, context } = await hiram.borrower({ state: '180' }, 'ph');
  const borrower = await borrowerIdOfPhone(hiram.owner, phone);
  const day = new Date(Date.now() + 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Asia/Manila' });
  const night = new Date(`${day}T23:00:00+08:00`);
  await makeLate(borrower, 3, day);
  const set = (given: 0 | 1) => hiram.send(setConsent, { kind: 'anyHour', given }, context);
  const shown = async () =>
    (await hiram.send(consents, {}, context)).data.list.find(({ kind }) => kind === 'anyHour');
  const both = async () => {
    const answer = await ask(borrower, night);
    return [!answer.ok && answer.why, await writtenBySql(borrower, night)];
  };
  const title = 'Calls and messages about a late payment before 6:00 and after 22:00';
  expect(await shown()).toMatchObject({ title, given: 0, since: '', free: 1 });
  expect(await both()).toEqual(['lawHours', false]);
  await set(1);
  expect(await both()).toEqual([expect.stringMatching('^brand'), true]);
  expect(await shown()).toMatchObject({ given: 1, since: expect.stringMatching(/^20/) });
  await set(0);
  expect(await both()).toEqual(['lawHours', false]);
  expect(await shown()).toMatchObject({ given: 0 });
});

test('where the law knows no consent to any hour none is offered and none is taken [T2600]', async () => {
  for (const brand of ['in', 'id']) {
    const { context } = await hiram.borrower({ state: '170' }, brand);
    expect(await hiram.send(setConsent, { kind: 'anyHour', given: 1 }, context)).toMatchObject({
      code: '60302',
    });
    const kinds = (await hiram.send(consents, {}, context)).data.list.map(({ kind }) => kind);
    expect(kinds).not.toContain('anyHour');
  }
});

test('what a person reported of an attempt stays, and no attempt is dated back outside the sandbox [T2463]', async () => {
  const borrower = await lateBorrower('ph');
  const { db } = hiram.server.appContext;
  await start(borrower, noon);
  const say = (outcome: string) =>
    sql`update contact set outcome = ${outcome}, outcome_at = ${noon} where borrower_id = ${borrower}`.execute(
      db,
    );
  await say('reached');
  await expect(say('noAnswer')).rejects.toThrow('is recorded');
  await sql`update installation set sandbox = false`.execute(hiram.owner);
  await expect(writtenBySql(borrower, noon)).rejects.toThrow('recorded when it is made');
});
