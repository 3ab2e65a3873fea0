import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { showLoan } from '@hiram/contract/console/loan';
import { shippedRoles } from '@hiram/contract/console/rights';
import { awayHeader, type StaffCall } from '@hiram/contract/console/staff-call';
import { staffCalls } from '@hiram/contract/console/staff-calls';
import { cellOfId } from '@hiram/server/src/platform/cells/marks.ts';
import { startCells } from '@hiram/server/test/support/cells.ts';
import { complain } from '@hiram/server/test/support/complaints.ts';
import { type StaffMember, staffMember } from '@hiram/server/test/support/console.ts';
import { type Hiram, startHiram } from '@hiram/server/test/support/running-server.ts';
import { type Cluster, startThrowawayCluster } from '@hiram/server/test/support/throwaway-cluster.ts';
import type { GenericSchema } from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';

const file = fileURLToPath(new URL('../../bench/results/console-calls.json', import.meta.url));
const brand = 'spec';

interface SetUp {
  readonly hiram: Hiram;
  readonly person: StaffMember;
  /** An id of each kind, by the name of its field, of a cell other than 0 where there is one. */
  readonly ids: Map<string, string>;
}

let cluster: { cluster: Cluster; stop: () => Promise<void> };
let alone: SetUp;
let cells: SetUp;

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

beforeAll(async () => {
  cluster = await startThrowawayCluster();
  alone = await fill(await startHiram(cluster.cluster));
  cells = await fill(await startCells(cluster.cluster, [1, 2]));
}, 240_000);
afterAll(async () => {
  await alone?.hiram.stop();
  await cells?.hiram.stop();
  await cluster?.stop();
});

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
  ...{
    reason: 'because it is a trial',
    field: 'phone',
    month: '2026-01',
    version: 1,
    text: '0917',
    note: 'a trial',
  },
  ...{
    principal: 0,
    interest: 0,
    late: 1_000,
    penalty: 0,
    amount: 1_000,
    days: 7,
    hours: 1,
    seen: 1,
    body: 'a trial',
  },
  ...{
    isMine: true,
    isHeld: true,
    isPaused: true,
    isShared: false,
    all: false,
    userFrom: 'nobody',
    right: 'work.read',
  },
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

// What ends somebody's sessions would end the person who asks.
const reading = staffCalls.filter(({ name, right }) => right !== undefined && !/^end|Submit$/.test(name));
const isSummed = ({ cells: of }: StaffCall) => of === 'list' || of === 'sum';

test('the console’s calls answer over three cells what they answer in one [T1735]', async () => {
  // Lists come first: the others are about what they name.
  const inTurn = [...reading.filter(isSummed), ...reading.filter((call) => !isSummed(call))];
  const different: string[] = [];
  const tried: string[] = [];
  for (const call of inTurn) {
    const one = await ask(alone, call);
    const several = await ask(cells, call);
    if (!one || !several) continue;
    tried.push(call.name);
    if (one.code !== several.code) different.push(`${call.name}: ${one.code}, ${several.code}`);
    else if (isSummed(call) && call.name !== 'listTrail')
      expect({ call: call.name, ...(comparable(several.data) as object) }).toEqual({
        call: call.name,
        ...(comparable(one.data) as object),
      });
    // A call that is refused before it reaches a cell names none.
    if (isSummed(call) && several.success)
      expect([call.name, several.headers.get(awayHeader)]).toEqual([call.name, '']);
  }
  writeFileSync(
    file,
    `${JSON.stringify({ tried: tried.length, of: reading.length, different, notTried: reading.map(({ name }) => name).filter((name) => !tried.includes(name)) }, undefined, 2)}\n`,
  );
  expect(different).toEqual([]);
  expect(tried.length).toBeGreaterThan(110);
}, 240_000);
