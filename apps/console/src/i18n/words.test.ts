import { readFileSync } from 'node:fs';
import { approvalStates } from '@hiram/contract/console/approval';
import { policyRules, waitReasons } from '@hiram/contract/console/decision';
import { askedThings, reasonsToRefuse } from '@hiram/contract/console/decision-words';
import { loanEventKinds } from '@hiram/contract/console/loan-shapes';
import { payoutStates } from '@hiram/contract/console/money-out';
import { differenceReasons } from '@hiram/contract/console/reconcile';
import { actions, rights } from '@hiram/contract/console/rights';
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
  ['useAskedWords', askedThings],
  ['useDifferenceWords', differenceReasons],
] as const)(
  '%s has a word in the catalogue for every value of the contract [T421]',
  ([functionName, names]) => {
    const words = wordsOf(functionName);
    const catalogue = read('../../locales/en/ground.po');
    expect(names.filter((name) => !words.has(name))).toEqual([]);
    const texts = [...new Set(names)].map((name) => words.get(name) ?? '');
    expect(texts.filter((text) => !catalogue.includes(`msgid "${text}"`))).toEqual([]);
    expect(new Set(texts).size).toBe(texts.length);
  },
);
