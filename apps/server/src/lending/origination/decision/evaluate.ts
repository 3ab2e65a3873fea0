import { type Decision, decide } from '@hiram/decision';
import { plan } from '@hiram/loan';
import type { Brand } from '../../../brands/brand.ts';
import { markets } from '../../../brands/markets/markets.ts';
import type { AppContext } from '../../../context/app-context.ts';
import type { Db } from '../../../platform/database/connection/connect.ts';
import type { ScoredApplication, ScorerAnswer } from '../../../providers/ports/scorer.ts';
import { applyBlocks, blockOf } from '../../borrowers/blocks.ts';
import { markCertified } from '../../borrowers/identity-marks.ts';
import { type Certified, readCertified } from '../../borrowers/profile.ts';
import { compareDocument } from '../../identity/identity-check.ts';
import type { Order } from '../../loans/order-store.ts';
import { compareWithLists } from '../../screening/screen.ts';
import { loadProduct } from '../products.ts';
import { type Applicant, readApplicant } from './facts.ts';
import { decisionOffer } from './offer-options.ts';
import { type PoliciesInEffect, policiesInEffect } from './policies.ts';
import type { DecisionInputs } from './runs.ts';

/** A decision of the policy in effect on an order, with what it was computed from. */
export interface Evaluation extends PoliciesInEffect {
  readonly inputs: DecisionInputs;
  readonly result: Decision;
  readonly applicant: Applicant;
  readonly product: string;
}

/** The values of an applicant that `markApplicant` read. */
interface MarkedApplicant {
  readonly values: Certified['values'];
  readonly isBlocked: boolean;
}

/**
 * Marks what identifies the borrower, applies blocks, compares their document and screens them, before their application is
 * evaluated in the same transaction by what this returns.
 */
export async function markApplicant(
  trx: Db,
  appContext: AppContext,
  brand: Brand,
  { borrower_id: borrowerId }: Order,
): Promise<MarkedApplicant> {
  const certified = await readCertified(trx, appContext, borrowerId);
  const { values } = certified;
  await markCertified(trx, appContext, brand, { borrowerId, values });
  const isBlocked = await applyBlocks(trx, appContext, brand, borrowerId, values);
  await compareDocument(trx, appContext, brand, { borrowerId, certified });
  await compareWithLists(trx, appContext, brand, { borrowerId, certified });
  return { values, isBlocked };
}

/** The fresh values of an applicant whose former marks are to go. */
async function unmarkedApplicant(
  db: Db,
  appContext: AppContext,
  brand: Brand,
  { borrower_id: borrowerId }: Order,
): Promise<MarkedApplicant> {
  const { values } = await readCertified(db, appContext, borrowerId);
  return { values, isBlocked: (await blockOf(db, appContext, brand, borrowerId, values)) !== undefined };
}

/**
 * Evaluates an order by the policy in effect, from the data as of now. `outside`: the scorer's answer; `marked`: what marking the
 * applicant in this transaction returned. It changes nothing.
 */
export async function evaluate(
  trx: Db,
  appContext: AppContext,
  brand: Brand,
  order: Order,
  {
    outside,
    marked,
  }: {
    readonly outside?: ScorerAnswer['outcome'] | undefined;
    readonly marked?: MarkedApplicant;
  } = {},
): Promise<Evaluation> {
  const today = await appContext.clock.today(trx, brand.timeZone);
  const product = await loadProduct(trx, brand, order.product_id);
  const { code } = product.row;
  const known = marked ?? (await unmarkedApplicant(trx, appContext, brand, order));
  const applicant = await readApplicant(trx, appContext, brand, { order, product: code, today, ...known });
  const facts = outside === undefined ? applicant.facts : { ...applicant.facts, 'score.outside': outside };
  const others = { figures: product.figures, client: order.client_kind, rules: brand.rules };
  const offer = decisionOffer(order.terms, markets[brand.market].smallerOffers ? others : undefined);
  const { policy, shadow } = await policiesInEffect(trx, brand.id);
  const result = decide(policy.policy, facts, offer);
  return { policy, shadow, inputs: { facts, offer }, result, applicant, product: code };
}

const sharedKinds = [
  ['account', 'identity.sharedAccount'],
  ['device', 'identity.sharedDevice'],
  ['document', 'identity.sharedDocument'],
] as const;

/** The scorer's view of an evaluated order. */
export function scoredApplication(order: Order, { applicant, product }: Evaluation): ScoredApplication {
  const { facts, profile } = applicant;
  return {
    reference: order.id,
    brand: order.brand,
    product,
    client: order.client_kind,
    amount: order.amount,
    termDays: order.terms.termDays,
    largestInstalment: Math.max(...plan(order.terms).map((row) => row.payment)),
    periodDays: order.terms.termDays / order.terms.periods,
    birthDate: profile.birthDate,
    nationality: profile.nationality,
    hasPermanentAddress: profile.permanentAddress,
    hasFullCapacity: profile.fullCapacity,
    monthlyIncome: profile.monthlyIncome,
    otherRunningOrder: Number(facts['history.openLoans']) > 0,
    sharedWithOthers: sharedKinds.filter(([, fact]) => Number(facts[fact]) > 0).map(([kind]) => kind),
    nameChanged: facts['identity.nameChanged'] === true,
  };
}
