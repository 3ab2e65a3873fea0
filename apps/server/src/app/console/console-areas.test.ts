import { actions } from '@hiram/contract/console/rights';
import { areaCalls, staffCalls } from '@hiram/contract/console/staff-calls';
import { expect, inject, test } from 'vitest';
import { startHiram } from '../../../test/support/processes/running-server.ts';
import { staffTexts } from '../../console/access/texts.ts';
import { areas } from './console-areas.ts';

test('every rejection of the console has a text, and no two areas give one reason different texts', () => {
  const texts = new Map<string, string>(Object.entries(staffTexts));
  for (const area of areas)
    for (const [reason, text] of Object.entries(area.texts)) {
      expect([reason, texts.get(reason) ?? text]).toEqual([reason, text]);
      texts.set(reason, text);
    }
  const reasons = staffCalls.flatMap(({ rejections }) => rejections);
  expect([...new Set(reasons)].filter((reason) => !texts.has(reason))).toEqual([]);
});

test('each area of the contract is served, and each action of the contract belongs to one area', () => {
  expect(areas.length).toBe(Object.keys(areaCalls).length);
  const served = areas.flatMap((area) => area.actions.map((action) => action.name));
  expect([...served].sort()).toEqual([...actions].sort());
});

test('every action of two persons can be requested by one shipped role and approved by another [T875]', async () => {
  const hiram = await startHiram(inject('cluster'));
  try {
    const { owner } = hiram;
    const held = await owner.selectFrom('role_right').selectAll().execute();
    const limits = await owner
      .selectFrom('authority')
      .select(['role', 'action'])
      .where('second_person_from', 'is not', null)
      .execute();
    const has = (role: string, right: string) => held.some((row) => row.role === role && row.right === right);
    const approvers = (right: string) =>
      held.filter((row) => row.right === right && has(row.role, 'approval.approve')).map(({ role }) => role);
    const stuck = areas
      .flatMap((area) => area.actions)
      .filter(({ name }) => limits.some(({ action }) => action === name))
      // Two administrators issue a recovery: an installation begins with two.
      .filter(({ name }) => name !== 'staff.recover')
      .filter(({ name, right, approvalRight }) => {
        const requesters = limits.filter(({ action, role }) => action === name && has(role, right));
        return !requesters.some(({ role }) => approvers(approvalRight).some((other) => other !== role));
      });
    expect(stuck.map(({ name }) => name)).toEqual([]);
    const actionsHere = areas.flatMap((area) => area.actions);
    expect(limits.filter(({ action }) => !actionsHere.some(({ name }) => name === action))).toEqual([]);
  } finally {
    await hiram.stop();
  }
});
