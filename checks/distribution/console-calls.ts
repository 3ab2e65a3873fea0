import { showLoan } from '@hiram/contract/console/loan';
import { shippedRoles } from '@hiram/contract/console/rights';
import { awayHeader, type StaffCall } from '@hiram/contract/console/staff-call';
import { staffCalls } from '@hiram/contract/console/staff-calls';
import { cellOfId } from '@hiram/server/src/platform/cells/marks.ts';
import { complain } from '@hiram/server/test/support/borrowers/complaints.ts';
import { type StaffMember, staffMember } from '@hiram/server/test/support/console/console.ts';
import type { Hiram } from '@hiram/server/test/support/processes/running-server.ts';
import type { GenericSchema } from 'valibot';
import { expect } from 'vitest';

const brand = 'spec';

interface SetUp {
  readonly hiram: Hiram;
  readonly person: StaffMember;
  /** An id of each kind, by the name of its field, of a cell other than 0 where there is one. */
  readonly ids: Map<string, string>;
}

/** Three borrowers of each state, so that each of three cells has one. */
async function fill(hiram: Hiram): Promise<SetUp> {
  const person = await staffMember(hiram, ...shippedRoles.filter((role) => role !== 'agency'));
  const ids = new Map<string, string>();
  for (const state of ['new', 'ready', '21', '110', '151', '170', '174', '180', '200'] as const)
    for (let each = 0; each < 3; each += 1) {
      const borrower = await hiram.borrower({ state, kind: 'single' } as never);
      if (state !== '180') continue;
      await complain(hiram, borrower);
      ids.set('orderId', borrower.orderId);
    }
  const shown = await person.browser.send(showLoan, { orderId: ids.get('orderId') }, { brand });
  ids.set('borrowerId', shown.data.order.borrowerId);
  return { hiram, person, ids };
}

/** Notes ids of rows, those of another cell than 0 first. */
function noteIds(ids: Map<string, string>, value: unknown): void {
  if (Array.isArray(value)) for (const item of value) noteIds(ids, item);
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value))
      if (name.endsWith('Id') && typeof each === 'string' && each !== '') {
        if (!ids.has(name) || (cellOfId(ids.get(name) ?? '') === 0 && cellOfId(each) !== 0))
          ids.set(name, each);
      } else noteIds(ids, each);
}

interface Schema {
  readonly type: string;
  readonly entries?: Readonly<Record<string, GenericSchema & Schema>>;
  readonly options?: readonly unknown[];
}

/** Values of fields that are no ids, which a call accepts in any installation. */
const values: Readonly<Record<string, unknown>> = {
  reason: 'because it is a trial',
  field: 'phone',
  month: '2026-01',
  version: 1,
  text: '0917',
  note: 'a trial',
  principal: 0,
  interest: 0,
  late: 1_000,
  penalty: 0,
  amount: 1_000,
  days: 7,
  hours: 1,
  seen: 1,
  body: 'a trial',
  isMine: true,
  isHeld: true,
  isPaused: true,
  isShared: false,
  all: false,
  userFrom: 'nobody',
  right: 'work.read',
};

/** An input of a call, with ids that were met; undefined: it needs what a test has to prepare. */
function inputOf(schema: Schema, ids: ReadonlyMap<string, string>): Record<string, unknown> | undefined {
  const input: Record<string, unknown> = {};
  for (const [name, own] of Object.entries(schema.entries ?? {})) {
    if (own.type === 'optional') continue;
    const id = ids.get(name) ?? ids.get(name.replace(/s$/, ''));
    const given = id === undefined ? undefined : name.endsWith('s') ? [id] : id;
    const value = name === 'request' ? inputOf(own, ids) : (given ?? own.options?.[0] ?? values[name]);
    if (value === undefined) return undefined;
    input[name] = value;
  }
  return input;
}

/** An answer without what differs between two installations: ids, names, moments, and what each cell has for itself. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value))
    return value
      .map(comparable)
      .map((one) => JSON.stringify(one))
      .sort();
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' && /\d{4}-|[0-9a-f]{8}/.test(value) ? '' : value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !/(?:Id|At|name|Name|reference|excerpt|detail|title|maxPerMinute)$/.test(name))
      .map(([name, each]) => [name, comparable(each)])
      .sort(),
  );
}

async function ask({ person, ids }: SetUp, call: StaffCall) {
  const input = inputOf(call.input as unknown as Schema, ids);
  if (!input) return undefined;
  const answer = await person.browser.send(call, input, { brand });
  noteIds(ids, answer.data);
  return answer;
}

// What ends somebody's sessions would end the person who asks, and no payout could be tried after a stop.
const reading = staffCalls.filter(
  ({ name, right }) => right !== undefined && !/^end|^stopPayouts$|Submit$/.test(name),
);
const isSummed = ({ cells: of }: StaffCall) => of === 'list' || of === 'sum';

/**
 * Fills a server of several cells and one of a single cell, both empty, with the same, and sends both every
 * call that only reads or previews. Throws if lists or figures differ, or do not come from every cell; other
 * differences are returned.
 */
export async function compareReading(several: Hiram, single: Hiram) {
  const [cells, alone] = [await fill(several), await fill(single)];
  // Lists come first: the others are about what they name.
  const inTurn = [...reading.filter(isSummed), ...reading.filter((call) => !isSummed(call))];
  const different: string[] = [];
  const tried = new Set<string>();
  for (const call of inTurn) {
    const expected = await ask(alone, call);
    const actual = await ask(cells, call);
    if (!expected || !actual) continue;
    tried.add(call.name);
    if (expected.code !== actual.code) different.push(`${call.name}: ${expected.code}, ${actual.code}`);
    else if (isSummed(call) && call.name !== 'listTrail')
      expect({ call: call.name, ...(comparable(actual.data) as object) }).toEqual({
        call: call.name,
        ...(comparable(expected.data) as object),
      });
    // A call that is refused before it reaches a cell names none.
    if (isSummed(call) && actual.success)
      expect([call.name, actual.headers.get(awayHeader)]).toEqual([call.name, '']);
  }
  const notTried = reading.flatMap(({ name }) => (tried.has(name) ? [] : [name]));
  return { tried: tried.size, different, notTried };
}

/** Sends every call, those that change something too, about a late loan: the status of each answer by path. */
async function statusesOf(hiram: Hiram): Promise<ReadonlyMap<string, number>> {
  const { orderId, phone } = await hiram.borrower({ state: '180', kind: 'single' });
  const roles = ['support', 'cashier', 'officer', 'reviewer', 'controller', 'admin', 'risk', 'collector'];
  const { browser } = await staffMember(hiram, ...roles);
  const { data } = await browser.send(showLoan, { orderId }, { brand });
  const { borrowerId } = data.order;
  const whole = { orderId, borrowerId, text: phone, kind: 'all', part: 'open', list: 'open' };
  const statuses = new Map<string, number>();
  for (const call of staffCalls.filter(
    ({ session, path }) => session === 'open' && !/sign-?out/i.test(path),
  )) {
    let status = 400;
    // Input that a call does not know is rejected; most lists want none.
    for (const input of [whole, {}, { orderId }, { borrowerId }])
      if (status === 400) ({ status } = await browser.send(call, input, { brand }));
    statuses.set(call.path, status);
  }
  return statuses;
}

/** Compares the status of every call's answer over several cells with that of a single one. */
export async function compareStatuses(several: Hiram, single: Hiram) {
  const [expected, actual] = [await statusesOf(single), await statusesOf(several)];
  return {
    calls: expected.size,
    answered: [...expected.values()].filter((status) => status === 200).length,
    different: [...expected].flatMap(([path, status]) =>
      actual.get(path) === status ? [] : [`${path}: ${status}, over cells ${actual.get(path)}`],
    ),
  };
}
