import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type Decision, decide, type Facts, type Offer, type Policy } from '@hiram/decision';
import type { AppContext } from '../../../context/app-context.ts';
import { canonicalJson } from '../../../platform/crypto/canonical-json.ts';
import type { Db } from '../../../platform/database/connect.ts';
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
export function resultText({ cards, ...result }: Decision): string {
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

async function recordRun(
  trx: Db,
  { cipher, matcher, clock }: AppContext,
  order: Order,
  run: {
    readonly kind: 'active' | 'shadow';
    readonly version: number;
    readonly inputs: DecisionInputs;
    readonly result: Decision;
  },
): Promise<void> {
  const text = pack(run.inputs);
  await trx
    .insertInto('decision_run')
    .values({
      borrower_id: order.borrower_id,
      id: newId(),
      brand: order.brand,
      order_id: order.id,
      policy_version: run.version,
      kind: run.kind,
      facts_encrypted: cipher.encrypt(deflateRawSync(text).toString('base64')),
      facts_digest: matcher.digest('decision', order.brand, text),
      result: resultText(run.result),
      at: clock.now(),
    })
    .execute();
}

/** Stores a decision with what it was computed from, and beside it that of the newest checked version, which decides nothing. */
export async function recordRuns(
  trx: Db,
  appContext: AppContext,
  order: Order,
  {
    policy,
    shadow,
    inputs,
    result,
  }: PoliciesInEffect & { readonly inputs: DecisionInputs; readonly result: Decision },
): Promise<void> {
  await recordRun(trx, appContext, order, { kind: 'active', version: policy.version, inputs, result });
  if (!shadow) return;
  const shadowResult = decide(shadow.policy, inputs.facts, inputs.offer);
  await recordRun(trx, appContext, order, {
    kind: 'shadow',
    version: shadow.version,
    inputs,
    result: shadowResult,
  });
}

/** Reports whether a policy gives the stored result again, byte for byte. */
export function isSameAgain(policy: Policy, { facts, offer }: DecisionInputs, stored: string): boolean {
  return resultText(decide(policy, facts, offer)) === stored;
}
