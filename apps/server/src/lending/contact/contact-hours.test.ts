import { fileURLToPath } from 'node:url';
import { messagePurposes } from '@hiram/contract/messages';
import { localDate } from '@hiram/loan';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadBrand } from '../../brands/brand.ts';
import { contactLaws, countryZones, zoneOfPlace } from '../../brands/markets/contact-law.ts';
import { placesBelow } from '../../brands/markets/geography.ts';
import { type MarketName, marketNames, markets } from '../../brands/markets/markets.ts';
import { contactChannels, stopKinds } from '../../platform/database/schema/messages/contact-attempts.ts';
import { type ContactFacts, contactAnswer, contactsNobody } from './contact-hours.ts';

const folder = fileURLToPath(new URL('../../../../../brands', import.meta.url));
const brands = new Map(marketNames.map((name) => [name, loadBrand(folder, name)]));

function factsOf(market: MarketName, more: Partial<ContactFacts> = {}): ContactFacts {
  const brand = brands.get(market);
  if (!brand) throw new Error(`no brand ${market}`);
  const { country } = markets[market];
  return {
    law: contactLaws[country],
    rules: brand.contact,
    holidays: brand.holidays,
    zones: [brand.timeZone],
    daysLate: 0,
    hasConsent: false,
    stops: [],
    attempts: [],
    ...more,
  };
}

/** The wall clock of a zone, as the law speaks of it. */
function wallClock(zone: string, at: Date): { day: string; weekday: number; hour: number } {
  const local = at.toLocaleString('sv-SE', { timeZone: zone });
  const day = local.slice(0, 10);
  return { day, weekday: new Date(`${day}T12:00:00Z`).getUTCDay(), hour: Number(local.slice(11, 13)) };
}

/** The law written down again: SEC MC 18-2019, RBI of 12 August 2022, POJK 22/2023. */
function lawAllows(market: MarketName, zone: string, at: Date, facts: ContactFacts): boolean {
  const { day, weekday, hour } = wallClock(zone, at);
  if (market === 'in') return hour >= 8 && hour < 19;
  if (market === 'id') return weekday !== 0 && !facts.holidays.has(day) && hour >= 8 && hour < 20;
  return facts.daysLate > 15 || facts.hasConsent || (hour >= 6 && hour < 22);
}

/** The shipped brands: 8 to 20, three a day and seven a week, none on public holidays. */
function brandAllows(zone: string, at: Date, { holidays, attempts }: ContactFacts): boolean {
  const { day, hour } = wallClock(zone, at);
  const days = attempts.map((attempt) => wallClock(zone, attempt).day);
  const weekAgo = new Date(Date.parse(`${day}T12:00:00Z`) - 6 * 86_400_000).toISOString().slice(0, 10);
  return (
    hour >= 8 &&
    hour < 20 &&
    !holidays.has(day) &&
    days.filter((other) => other === day).length < 3 &&
    days.filter((other) => other >= weekAgo && other <= day).length < 7
  );
}

const anyMoment = fc
  .integer({ min: Date.parse('2026-10-20T00:00:00Z'), max: Date.parse('2027-02-10T00:00:00Z') })
  .map((at) => new Date(at));
const anyCase = fc.record({
  market: fc.constantFrom(...marketNames),
  zones: fc.uniqueArray(
    fc.constantFrom(...Object.values(countryZones).flat(), 'America/New_York', 'Asia/Kathmandu'),
    { minLength: 1, maxLength: 3 },
  ),
  at: anyMoment,
  daysLate: fc.integer({ min: 1, max: 40 }),
  hasConsent: fc.boolean(),
  ago: fc.array(fc.integer({ min: 0, max: 8 * 24 * 60 }), { maxLength: 9 }),
  stop: fc.option(fc.record({ kind: fc.constantFrom(...stopKinds), ended: fc.boolean() })),
  channel: fc.constantFrom(...contactChannels),
  byPerson: fc.boolean(),
});

test('over all zones, minutes, markets, stops and caps exactly what law or brand forbid is refused [T1571]', () => {
  fc.assert(
    fc.property(anyCase, ({ market, zones, at, daysLate, hasConsent, ago, stop, channel, byPerson }) => {
      const attempts = ago.map((minutes) => new Date(at.getTime() - minutes * 60_000));
      const stops = stop
        ? [
            {
              kind: stop.kind,
              channels: stop.kind === 'doNotCall' ? (['call'] as const) : null,
              since: new Date(at.getTime() - 1_000),
              until: stop.ended ? at : null,
            },
          ]
        : [];
      const facts = factsOf(market, { zones, daysLate, hasConsent, attempts, stops });
      const isStopped =
        stop !== null &&
        !stop.ended &&
        (stop.kind === 'doNotCall'
          ? channel === 'call'
          : stop.kind !== 'wrongPerson' || channel === 'call' || channel === 'sms');
      const isAllowed = (moment: Date) =>
        !isStopped &&
        zones.every((zone) => lawAllows(market, zone, moment, facts) && brandAllows(zone, moment, facts));
      const answer = contactAnswer(facts, { channel, purpose: 'collection', byPerson }, at);
      expect(answer.ok).toBe(isAllowed(at));
      if (!answer.ok && answer.from) {
        expect(answer.from > at).toBe(true);
        expect(isAllowed(answer.from)).toBe(true);
      }
    }),
    { numRuns: 200 },
  );
});

test('a service message goes out at any hour; who rings a late borrower keeps the hours [T1572]', () => {
  const night = new Date('2026-11-26T23:30:00+08:00');
  const late = factsOf('ph', { daysLate: 3 });
  expect(contactAnswer(late, { channel: 'sms', purpose: 'service', byPerson: false }, night).ok).toBe(true);
  expect(contactAnswer(late, { channel: 'call', purpose: 'service', byPerson: true }, night)).toMatchObject({
    ok: false,
    why: 'lawHours',
    from: new Date('2026-11-27T08:00:00+08:00'),
  });
});

test('a time change of the zone moves the hours with the borrower’s clock [T1573]', () => {
  // New York puts its clocks back on 1 November 2026: 8:00 is 12:00 UTC before, 13:00 UTC after.
  const facts = factsOf('in', { zones: ['America/New_York'] });
  const ask = (at: string) =>
    contactAnswer(facts, { channel: 'call', purpose: 'collection', byPerson: true }, new Date(at));
  expect(ask('2026-10-30T12:00:00Z').ok).toBe(true);
  expect(ask('2026-11-02T12:00:00Z')).toMatchObject({
    ok: false,
    why: 'lawHours',
    from: new Date('2026-11-02T13:00:00Z'),
  });
});

test('wrong persons are not reached by number, a deceased borrower by nothing [T1574]', () => {
  const noon = new Date('2026-11-26T12:00:00+08:00');
  const since = new Date(noon.getTime() - 1);
  for (const purpose of messagePurposes)
    for (const channel of contactChannels) {
      const ask = (kind: 'wrongPerson' | 'deceased') =>
        contactAnswer(
          factsOf('ph', { stops: [{ kind, channels: null, since, until: null }] }),
          { channel, purpose, byPerson: false },
          noon,
        );
      expect(ask('deceased')).toEqual({ ok: false, why: 'deceased' });
      expect(ask('wrongPerson').ok).toBe(channel !== 'call' && channel !== 'sms');
    }
});

test('every Indonesian province has its zone [T1575]', () => {
  const zones = (placesBelow('ID', undefined) ?? []).map(({ code }) => zoneOfPlace('ID', code));
  expect(zones).not.toContain(undefined);
  expect(new Set(zones)).toEqual(new Set(countryZones.ID));
  expect(['03171', '06401', '06103', '09101'].map((code) => zoneOfPlace('ID', code))).toEqual([
    'Asia/Jakarta',
    'Asia/Makassar',
    'Asia/Jakarta',
    'Asia/Jayapura',
  ]);
});

test('nobody is contacted on a public holiday, nor on a day of the week that is none of the law [T2255]', () => {
  const closed = (market: MarketName, day: string) => contactsNobody(factsOf(market), localDate(day));
  const [sunday, monday, christmas] = ['2026-11-29', '2026-11-30', '2026-12-25'];
  expect([closed('id', sunday), closed('in', sunday)]).toEqual([true, false]);
  expect([closed('id', monday), closed('id', christmas)]).toEqual([false, true]);
});
