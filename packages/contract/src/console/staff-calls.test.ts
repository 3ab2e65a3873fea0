import { readdirSync } from 'node:fs';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { isActionCalls } from './action-calls.ts';
import { isListCalls } from './list-calls.ts';
import { actions, rights } from './rights.ts';
import { areaCalls, staffCalls } from './staff-calls.ts';

test('each call of the console has a name and a path of its own', () => {
  expect(staffCalls.length).toBeGreaterThan(18);
  for (const key of ['name', 'path'] as const) {
    const values = staffCalls.map((call) => call[key]);
    expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
  }
  for (const [area, calls] of Object.entries(areaCalls)) {
    const folder = area.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    for (const { path } of calls) expect(path).toMatch(new RegExp(`^/${folder}/[a-z-]+$`));
  }
});

test('every call that a file of the console declares is in the list that all checks walk', async () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  const modules: object[] = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ `${import.meta.dirname}/${file}`)),
  );
  const declared = modules.flatMap((module) =>
    Object.values<unknown>({ ...module }).flatMap((value) => {
      if (isActionCalls(value)) return [value.preview.name, value.submit.name];
      if (isListCalls(value)) return [value.page.name, value.count.name];
      const isCall = typeof value === 'object' && value !== null && 'caller' in value && 'name' in value;
      return isCall ? [String(value.name)] : [];
    }),
  );
  expect(declared.sort()).toEqual(staffCalls.map(({ name }) => name).sort());
});

test('a call that a cursor continues lists the rows of every cell, and its count adds them up [T1730]', () => {
  const lists = staffCalls.filter(
    ({ input }) => 'after' in (input as v.ObjectSchema<v.ObjectEntries, undefined>).entries,
  );
  expect(lists.length).toBeGreaterThan(12);
  for (const { name, cells } of lists) {
    expect([name, cells]).toEqual([name, 'list']);
    const count = staffCalls.find((call) => call.name === `${name}Count`);
    if (count) expect([count.name, count.cells]).toEqual([`${name}Count`, 'sum']);
  }
});

test('a call without a right needs no session, concerns the own session, or is rejected nowhere by mistake', () => {
  const withoutRight = staffCalls.filter((call) => call.right === undefined);
  expect(withoutRight.map((call) => call.name).sort()).toEqual([
    'acceptInvitation',
    'addKey',
    'addKeyOptions',
    'changeKeysOptions',
    'confirmTotp',
    'demoPeople',
    'endMySession',
    'invitationOptions',
    'lock',
    'me',
    'moveDemoClock',
    'myAccount',
    'recoveryOptions',
    'registerRecovered',
    'removeKey',
    'renameKey',
    'signIn',
    'signInDemo',
    'signInOptions',
    'signOut',
    'startTotp',
    'unlock',
    'unlockOptions',
  ]);
  for (const call of staffCalls) {
    if (call.right !== undefined) expect([call.name, call.session]).toEqual([call.name, 'open']);
  }
});

test('no call of the console takes one letter for a reason [T1313]', () => {
  const asking = staffCalls.flatMap(({ name, input }) => {
    const { reason } = (input as v.ObjectSchema<v.ObjectEntries, undefined>).entries;
    return reason ? [{ name, reason }] : [];
  });
  expect(asking.length).toBeGreaterThan(25);
  for (const { name, reason } of asking)
    for (const given of ['x', 'xxxxxxxx', ' . . . . '])
      expect([name, given, v.is(reason, given)]).toEqual([name, given, false]);
});

/** The schemas of the days in a schema, each with its path. */
function daysIn(schema: object, path: string): [string, v.GenericSchema][] {
  const parts = schema as {
    readonly pipe?: readonly { readonly type: string }[];
    readonly wrapped?: object;
    readonly item?: object;
    readonly entries?: Readonly<Record<string, object>>;
    readonly options?: readonly object[];
  };
  if (parts.pipe?.some(({ type }) => type === 'iso_date')) return [[path, schema as v.GenericSchema]];
  const inner = Object.entries(parts.entries ?? {}).map(([name, one]): [object, string] => [
    one,
    `${path}.${name}`,
  ]);
  for (const one of [parts.wrapped, parts.item, ...(parts.options ?? [])])
    if (typeof one === 'object') inner.push([one, path]);
  return inner.flatMap(([one, name]) => daysIn(one, name));
}

test('no call of the console takes a day that the calendar has not [T1379]', () => {
  const days = staffCalls.flatMap(({ name, input }) => daysIn(input, name));
  const names = days.map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining(['postMoneyPreview.request.on', 'listAccounts.day']));
  for (const [name, schema] of days)
    for (const [given, isDay] of [
      ['2026-02-28', true],
      ['2028-02-29', true],
      ['2026-02-29', false],
      ['2026-02-30', false],
      ['2026-04-31', false],
    ] as const)
      expect([name, given, v.is(schema, given)]).toEqual([name, given, isDay]);
});

test('a call that names an action needs a right, and every action and right is one of the lists', () => {
  for (const call of staffCalls) {
    if (call.action !== undefined) {
      expect(actions).toContain(call.action);
      expect(call.right).toBeDefined();
    }
    if (call.right !== undefined) expect(rights).toContain(call.right);
  }
});
