import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type Decision, decide, type Facts, type Offer, type Policy } from '@hiram/decision';
import type { AppContext } from '../../../context/app-context.ts';
import { canonicalJson } from '../../../platform/crypto/canonical-json.ts';
import type { Db } from '../../../platform/database/connection/connect.ts';
import { newId } from '../../../platform/ids.ts';
import type { Order } from '../../loans/order-store.ts';
import type { PoliciesInEffect } from './policies.ts';

/** The input of a decision besides the policy. */
export interface DecisionInputs {
  readonly facts: Facts;
  readonly offer: Offer;
}

type Keys = Pick<AppContext, 'cipher' | 'matcher'>;

/** Each option as `[amount, termDays, periods, monthlyInstalment]`: a product has a hundred of them. */
type Packed = readonly [Facts, Offer['asked'], readonly (readonly [number, number, number, number])[]];

function pack({ facts, offer }: DecisionInputs): string {
  const packed: Packed = [
    facts,
    offer.asked,
    offer.options.map(({ amount, termDays, periods, monthlyInstalment }) => [
      amount,
      termDays,
      periods,
      monthlyInstalment,
    ]),
  ];
  return canonicalJson(packed);
}

function unpack(text: string): DecisionInputs {
  const [facts, asked, options]: Packed = JSON.parse(text);
  return {
    facts,
    offer: {
      asked,
      options: options.map(([amount, termDays, periods, instalment]) => ({
        amount,
        termDays,
        periods,
        monthlyInstalment: instalment,
      })),
    },
  };
}

/** The result as it is stored: canonical JSON, without the values of facts that the cards show. */
function resultText({ cards, ...result }: Decision): string {
  return canonicalJson({ ...result, cards: cards.map(({ fact, points }) => ({ fact, points })) });
}

/** A stored result. */
export type StoredResult = Omit<Decision, 'cards'> & {
  readonly cards: readonly { readonly fact: string; readonly points: number }[];
};

export const readResult = (text: string): StoredResult => JSON.parse(text);

/** Reads the inputs of a run. Throws if they do not match their digest. */
export function readInputs(
  {
    cipher,
    matcher,
  }: { readonly cipher: Pick<Keys['cipher'], 'decrypt'>; readonly matcher: Keys['matcher'] },
  row: { readonly brand: string; readonly facts_encrypted: Buffer; readonly facts_digest: Buffer },
): DecisionInputs {
  const text = inflateRawSync(Buffer.from(cipher.decrypt(row.facts_encrypted), 'base64')).toString('utf8');
  if (!matcher.digest('decision', row.brand, text).equals(row.facts_digest))
    throw new Error('the facts of a decision differ from their digest');
  return unpack(text);
}

/** Stores a decision with what it was computed from, and beside it that of the newest checked version, which decides nothing. */
export async function recordRuns(
  trx: Db,
  { cipher, matcher, clock }: AppContext,
  order: Order,
  {
    policy,
    shadow,
    inputs,
    result,
  }: PoliciesInEffect & { readonly inputs: DecisionInputs; readonly result: Decision },
): Promise<void> {
  const text = pack(inputs);
  const deflated = deflateRawSync(text).toString('base64');
  const digest = matcher.digest('decision', order.brand, text);
  const run = (kind: 'active' | 'shadow', version: number, decided: Decision) => ({
    borrower_id: order.borrower_id,
    id: newId(),
    brand: order.brand,
    order_id: order.id,
    policy_version: version,
    kind,
    facts_encrypted: cipher.encrypt(deflated),
    facts_digest: digest,
    result: resultText(decided),
    at: clock.now(),
  });
  const runs = [run('active', policy.version, result)];
  if (shadow) runs.push(run('shadow', shadow.version, decide(shadow.policy, inputs.facts, inputs.offer)));
  await trx.insertInto('decision_run').values(runs).execute();
}

/** Reports whether a policy gives the stored result again, byte for byte. */
export function isSameAgain(policy: Policy, { facts, offer }: DecisionInputs, stored: string): boolean {
  return resultText(decide(policy, facts, offer)) === stored;
}
