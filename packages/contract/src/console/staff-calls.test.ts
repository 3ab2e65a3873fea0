import { expect, test } from 'vitest';
import { actions, rights } from './rights.ts';
import { deskCalls, staffCalls } from './staff-calls.ts';

test('each call of the console has a name and a path of its own', () => {
  expect(staffCalls.length).toBeGreaterThan(18);
  for (const key of ['name', 'path'] as const) {
    const values = staffCalls.map((call) => call[key]);
    expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
  }
  for (const [desk, calls] of Object.entries(deskCalls)) {
    const folder = desk.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    for (const { path } of calls) expect(path).toMatch(new RegExp(`^/${folder}/[a-z-]+$`));
  }
});

test('a call without a right needs no session, concerns the own session, or is rejected nowhere by mistake', () => {
  const withoutRight = staffCalls.filter((call) => call.right === undefined);
  expect(withoutRight.map((call) => call.name).sort()).toEqual([
    'acceptInvitation',
    'addKey',
    'addKeyOptions',
    'changeKeysOptions',
    'endMySession',
    'invitationOptions',
    'lock',
    'me',
    'myAccount',
    'removeKey',
    'renameKey',
    'signIn',
    'signInDemo',
    'signInOptions',
    'signOut',
    'unlock',
    'unlockOptions',
  ]);
  for (const call of staffCalls) {
    if (call.right !== undefined) expect([call.name, call.session]).toEqual([call.name, 'open']);
  }
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
