import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fixedSecret } from '../apps/server/src/platform/crypto/secrets.ts';
import { signature } from '../apps/server/src/providers/gateway/webhooks.ts';
import { httpBureau } from '../apps/server/src/providers/outside-checks/http-bureau.ts';
import { httpScreening } from '../apps/server/src/providers/outside-checks/http-screening.ts';
import { root } from './root.ts';

/** A folder inside the repository, so that the examples can import the packages by name. */
let folder: string;
beforeEach(() => {
  mkdirSync(join(root, '.state'), { recursive: true });
  folder = mkdtempSync(join(root, '.state/readme-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The code under the heading "Example" of a package's README. */
function exampleOf(name: string): string {
  const readme = readFileSync(join(root, 'packages', name, 'README.md'), 'utf8');
  const [, code] = /^## Example\n[\s\S]*?```ts\n([\s\S]*?)```/m.exec(readme) ?? [];
  if (code === undefined) throw new Error(`packages/${name}/README.md has no example`);
  return code;
}

test.each(readdirSync(join(root, 'packages')))(
  'the example in the README of packages/%s prints what its comments say',
  (name) => {
    const code = exampleOf(name);
    const file = join(folder, `${name}.ts`);
    writeFileSync(file, code);
    const printed = execFileSync(process.execPath, ['--conditions=source', file], { encoding: 'utf8' });
    const promised = [...code.matchAll(/^\/\/ (.*)$/gm)].map(([, line]) => line);
    expect(promised.length).toBeGreaterThan(0);
    expect(printed.trim().split('\n')).toEqual(promised);
  },
);

/** The adapter of docs/checks-outside.md, as written there, in a process of its own. */
async function startAdapter(name: string, secret: string, answer: string) {
  const page = readFileSync(join(root, 'docs/checks-outside.md'), 'utf8');
  const [, code] = /^## Write an adapter\n[\s\S]*?```js\n([\s\S]*?)```/m.exec(page) ?? [];
  if (code === undefined) throw new Error('docs/checks-outside.md has no adapter');
  const own = join(folder, name);
  mkdirSync(own);
  writeFileSync(join(own, 'adapter.js'), code);
  writeFileSync(
    join(own, 'real-service.js'),
    `export const askTheRealService = async ({ name }) => ${answer};`,
  );
  const adapter = spawn(process.execPath, [join(own, 'adapter.js')], {
    env: { SECRET: secret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [printed] = await once(adapter.stdout, 'data');
  const port = /^listening on port (\d+)$/m.exec(String(printed))?.[1];
  return { url: `http://127.0.0.1:${port}/`, stop: () => adapter.kill() };
}

const current = 'a secret of the documents';
const former = 'the secret before that one';
const secret = fixedSecret(current);
const question = {
  reference: '0199a000-0000-7000-8000-000000000001',
  brand: 'ph',
  country: 'PH',
  name: 'Maria Santos',
  birthDate: '1994-05-17',
};

test('the adapter in docs/checks-outside.md answers what we ask, and nobody else [T1469]', async () => {
  const entry = "{ list: 'PEP', reference: 'P-1', name, birthYears: [1994] }";
  const answer = `({ state: 'possible', entries: [${entry}] })`;
  const screening = await startAdapter('screening', `${current},${former}`, answer);
  const bureau = await startAdapter(
    'bureau',
    current,
    "({ found: true, score: 700, bureauReference: 'B-1' })",
  );
  const failing = await startAdapter('failing', current, "Promise.reject(new Error('out of order'))");
  const now = () => new Date();
  try {
    const page = readFileSync(join(root, 'docs/checks-outside.md'), 'utf8');
    expect(page).toContain(signature('0123456789abcdef', 1_700_000_000, '{}'));
    expect(await httpScreening({ url: screening.url, secret }, now).ask(question)).toEqual({
      state: 'possible',
      entries: [{ list: 'PEP', reference: 'P-1', name: 'Maria Santos', birthYears: [1994] }],
    });
    const asked = { ...question, consent: '0199a000-0000-7000-8000-000000000002', documents: [] };
    expect(await httpBureau({ url: bureau.url, secret }, now).ask(asked)).toMatchObject({
      found: true,
      score: 700,
    });
    // In the middle of a rotation: Hiram has `old,new`, the adapter `new,old`.
    const rotated = fixedSecret(former, current);
    expect(await httpScreening({ url: screening.url, secret: rotated }, now).ask(question)).toMatchObject({
      state: 'possible',
    });
    const longAgo = () => new Date(Date.now() - 301_000);
    const refusing = httpScreening({ url: screening.url, secret: fixedSecret('another') }, now).ask(question);
    await expect(refusing).rejects.toThrow(/answered 401/);
    const late = httpScreening({ url: screening.url, secret }, longAgo).ask(question);
    await expect(late).rejects.toThrow(/answered 401/);
    expect((await fetch(screening.url, { method: 'POST', body: '{}' })).status).toBe(401);
    for (const _ of ['first', 'again']) {
      const out = httpScreening({ url: failing.url, secret }, now).ask(question);
      await expect(out).rejects.toThrow(/answered 502/);
    }
  } finally {
    for (const adapter of [screening, bureau, failing]) adapter.stop();
  }
});

test('the log names the field for which an answer is refused, and none of its values [T1749]', async () => {
  const entries = "[{ list: 'PEP', reference: 'P-1', name, birthYears: null }]";
  const screening = await startAdapter('screening', current, `({ state: 'possible', entries: ${entries} })`);
  const bureau = await startAdapter(
    'bureau',
    current,
    "({ found: true, score: '712', bureauReference: 'B-1' })",
  );
  const now = () => new Date();
  try {
    await expect(httpScreening({ url: screening.url, secret }, now).ask(question)).rejects.toThrow(
      /^screening: its answer does not have the agreed form: entries\.0\.birthYears$/,
    );
    const asked = { ...question, consent: '0199a000-0000-7000-8000-000000000002', documents: [] };
    await expect(httpBureau({ url: bureau.url, secret }, now).ask(asked)).rejects.toThrow(
      /^bureau: its answer does not have the agreed form: score$/,
    );
  } finally {
    for (const adapter of [screening, bureau]) adapter.stop();
  }
});
