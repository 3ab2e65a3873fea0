/**
 * Gives every field name that has none a wire name in mask.json; names already there keep theirs, since native
 * and web apps in the field know them. Run: npm run node -- packages/contract/tools/extend-mask.ts
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { calls } from '../src/calls/calls.ts';
import { envelopeNames, namesOf } from '../src/wire/mask.ts';

const file = new URL('../src/wire/mask.json', import.meta.url);
const table: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'));
const names = new Set<string>(envelopeNames);
for (const call of calls) for (const name of namesOf(call)) names.add(name);
/** Names of future calls that the specification's key table already lists (KEY-11). */
for (const name of [
  'orderNo',
  'principal',
  'tenure',
  'periodNo',
  'dueTime',
  'overdueDays',
  'smsCode',
  'login',
])
  names.add(name);

const consonants = 'bdfgjklmnprstvz';
const vowels = 'aeiou';
function coin(name: string, salt: number): string {
  const digest = createHash('sha256').update(`${salt}:${name}`).digest();
  let word = '';
  for (let i = 0; i < 4; i += 2) {
    word += consonants[(digest[i] ?? 0) % consonants.length];
    word += vowels[(digest[i + 1] ?? 0) % vowels.length];
  }
  return word;
}

const taken = new Set([...Object.values(table), ...names]);
for (const name of [...names].sort()) {
  if (Object.hasOwn(table, name)) continue;
  let salt = 0;
  while (taken.has(coin(name, salt))) salt += 1;
  table[name] = coin(name, salt);
  taken.add(table[name]);
}
const sorted = Object.fromEntries(Object.entries(table).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
