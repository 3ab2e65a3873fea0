import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from '@hiram/contract/calls';
import { expect, test } from 'vitest';
import { ownRoot } from './balancer.ts';

/** Calls without an idempotency key that change something. Only the borrower may decide to repeat them. */
const changing = [
  [
    'login',
    'changePassword',
    'register',
    'getSms',
    'smsCode',
    'voiceCode',
    'accountCode',
    'disownAccountChange',
    'redeemTicket',
    'resetPassword',
    'ticket',
  ],
  ['askCaptchaWork', 'proveCaptchaWork', 'logout', 'signOut', 'deleteAccount', 'keepAccount', 'setConsent'],
  ['savePreferences', 'deviceSave', 'locationSave', 'saveEvent', 'saveScore', 'removeProblemImg'],
  [
    'recommendedClick',
    'jointClick',
    'jointFailure',
    'jointProductLink',
    'acknowledgeDisclosure',
    'productApply',
  ],
  [
    'contractJump',
    'contractJumpMasked',
    'exchangeRate',
    'bindDebitCard',
    'cardBanks',
    'repaymentCommit',
    'repaymentConfirm',
  ],
  ['repaymentHuichao', 'repaymentWay', 'doNotCall', 'setMessagePreference'],
].flat();

test('the load balancer retries only calls that change nothing, and all of them [T1965]', () => {
  const text = readFileSync(join(ownRoot, 'docs/deploy/haproxy.cfg'), 'utf8');
  const ends = [...text.matchAll(/acl twice_is_once path_end (.*)/g)].flatMap(([, all = '']) =>
    all.split(' '),
  );
  const sentAgain = (path: string) => ends.some((end) => `/api${path}`.endsWith(end));
  for (const end of ends)
    expect(
      calls.filter(({ path }) => path.endsWith(end)),
      end,
    ).toHaveLength(1);
  const tested = calls.filter(({ method, caller }) => method === 'POST' && caller !== 'sandbox');
  const repeatable = tested.filter(({ name, idempotent }) => !idempotent && !changing.includes(name));
  const nameOf = ({ name }: { readonly name: string }) => name;
  expect(tested.filter(({ path }) => sentAgain(path)).map(nameOf)).toEqual(repeatable.map(nameOf));
});
