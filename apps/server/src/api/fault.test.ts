import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { isDatabaseAway } from './fault.ts';

const nowhere = '/nowhere/at-all';

test('a missing file is a fault of ours, and a missing local socket a database that is away [T793]', async () => {
  const ofFile: unknown = await readFile(nowhere).catch((error: unknown) => error);
  expect(ofFile).toMatchObject({ code: 'ENOENT' });
  expect(isDatabaseAway(ofFile)).toBe(false);
  const ofSocket = await new Promise<unknown>((resolve) => connect(nowhere).once('error', resolve));
  expect(ofSocket).toMatchObject({ code: 'ENOENT' });
  expect(isDatabaseAway(ofSocket)).toBe(true);
});
