import { actions } from '@hiram/contract/console/rights';
import { deskCalls, staffCalls } from '@hiram/contract/console/staff-calls';
import { expect, test } from 'vitest';
import { staffTexts } from '../console/access/texts.ts';
import { desks } from './console-desks.ts';

test('every rejection of the console has a text, and no two desks give one reason different texts', () => {
  const texts = new Map<string, string>(Object.entries(staffTexts));
  for (const desk of desks)
    for (const [reason, text] of Object.entries(desk.texts)) {
      expect([reason, texts.get(reason) ?? text]).toEqual([reason, text]);
      texts.set(reason, text);
    }
  const reasons = staffCalls.flatMap((call) => Object.keys(call.rejections));
  expect([...new Set(reasons)].filter((reason) => !texts.has(reason))).toEqual([]);
});

test('each desk of the contract is served, and each action of the contract belongs to one desk', () => {
  expect(desks.length).toBe(Object.keys(deskCalls).length);
  const served = desks.flatMap((desk) => desk.actions.map((action) => action.name));
  expect([...served].sort()).toEqual([...actions].sort());
});
