import { readdirSync, readFileSync } from 'node:fs';
import { approvalStates } from '@hiram/contract/console/approval';
import { policyRules, waitReasons } from '@hiram/contract/console/decision';
import { correctionKinds, reasonsToRefuse } from '@hiram/contract/console/decision-words';
import { loanEventKinds } from '@hiram/contract/console/loan-shapes';
import { payoutStates } from '@hiram/contract/console/money-out';
import { differenceReasons } from '@hiram/contract/console/reconcile';
import { actions, rights, shippedRoles } from '@hiram/contract/console/rights';
import { orderStatusCodes } from '@hiram/contract/order-status';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** The texts of each function of words.ts, by the name that they stand for. */
function wordsOf(functionName: string): ReadonlyMap<string, string> {
  const [, body = ''] =
    new RegExp(`function ${functionName}\\(.*?return \\{(.*?)\\n  \\};`, 's').exec(
      read('right-words.ts') + read('words.ts'),
    ) ?? [];
  return new Map(
    [...body.matchAll(/'?([\w. ]+?)'?: t`([^`]+)`/g)].map(([, name = '', text = '']) => [name.trim(), text]),
  );
}

const isOfMoney = (name: string) => /^(loan|money(In|Out)|reconcile)\./.test(name);

test.for([
  ['usePeopleRights', [...rights, ...actions].filter((name) => !isOfMoney(name))],
  ['useMoneyRights', [...rights, ...actions].filter(isOfMoney)],
  ['useStateWords', [...Object.keys(orderStatusCodes), ...payoutStates, ...approvalStates]],
  ['useEventWords', loanEventKinds],
  ['useWaitWords', [...waitReasons, ...policyRules]],
  ['useReasonWords', reasonsToRefuse],
  ['useCorrectionWords', correctionKinds],
  ['useDifferenceWords', differenceReasons],
  ['useRoleWords', shippedRoles],
] as const)('%s has a word of its own for every value of the contract [T421]', ([functionName, names]) => {
  const words = wordsOf(functionName);
  expect(names.filter((name) => !words.has(name))).toEqual([]);
  const texts = [...new Set(names)].map((name) => words.get(name) ?? '');
  expect(new Set(texts).size).toBe(texts.length);
});

test('a screen that says what is owed today says what is due beside it [T1329]', () => {
  const screens = readdirSync(new URL('..', import.meta.url), { recursive: true, encoding: 'utf8' })
    // The table of an approval's effect: its page names both figures above it. What `Payoff` says stands on the screens that use it.
    .filter(
      (file) =>
        /(?<!\.test)\.tsx$/.test(file) && !['approval/CaseEffect.tsx', 'app/Payoff.tsx'].includes(file),
    )
    .filter((file) => /t`Owed today`|usePayoff\(/.test(read(`../${file}`)));
  expect(screens.length).toBeGreaterThan(5);
  expect(screens.filter((file) => !read(`../${file}`).includes('t`Due`'))).toEqual([]);
});

const server = new URL('../../../server/src/', import.meta.url);
const serverText = (path: string) => readFileSync(new URL(path, server), 'utf8');
const filesBelow = (folder: string, ending: RegExp) =>
  readdirSync(new URL(folder, server), { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => serverText(`${folder}/${file}`));

test('every audited table, column, state and account of the ledger has a word [T521]', () => {
  const source = ['words.ts', '../trail/words.ts', '../trail/detail-words.ts'].map(read).join('');
  const words = new Map(
    [...source.matchAll(/^ {4}'?([\w:]+)'?: t`([^`]+)`/gm)].map(([, name = '', text = '']) => [name, text]),
  );
  const sql = filesBelow('platform/database/migrations', /\.sql$/).join('\n');
  const audits = [
    ...sql.matchAll(/ on (\w+)\s+for each row execute function write_audit\('(\w+)'([^)]*)\)/g),
  ];
  const tables = audits.map(([, table = '']) => table);
  const columns = audits.flatMap(([, , , rest = '']) => rest.match(/\w+/g) ?? []);
  const states = audits.flatMap(([, table = '', , rest = '']) => {
    if (!rest.includes("'state'")) return [];
    const [created = ''] = new RegExp(`create table ${table} \\(.*?\\n\\);`, 's').exec(sql) ?? [];
    const [, list = ''] = /^ {2}state text [^;]*?check \(state in \(([^)]*)\)/m.exec(created) ?? [];
    return list.match(/\w+/g) ?? [];
  });
  const accounts = serverText('lending/ledger/ledger.ts').match(/(?<=^ {2}\| ')[\w:]+(?=')/gm) ?? [];
  expect([tables.length > 40, states.length > 10, accounts.length > 5]).toEqual([true, true, true]);
  const names = new Set([...tables, ...columns, ...states, ...accounts]);
  expect([...names].filter((name) => !words.has(name))).toEqual([]);
});

test('the lines of an effect are labelled in plain words, names of the contract marked as such [T522]', () => {
  const source = filesBelow('console', /(?<!\.test)\.ts$/).join('\n');
  const labels = [...source.matchAll(/label: (['`])(.+?)\1/g)].map(([, , label = '']) => label);
  expect(labels.length).toBeGreaterThan(40);
  expect(labels.filter((label) => !/^[A-Z][a-z’]*( [a-z’$,{}]+)*$/.test(label))).toEqual([]);
  const lines = [...source.matchAll(/\{ label: '(?:Roles?|Rights|Action|Status)'[^}]*\}/g)].map(
    ([line]) => line,
  );
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.filter((line) => !line.includes("format: 'words'"))).toEqual([]);
});
