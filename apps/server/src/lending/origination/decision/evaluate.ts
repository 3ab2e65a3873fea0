import { type Decision, decide } from '@hiram/decision';
import { plan } from '@hiram/loan';
import type { Brand } from '../../../brands/brand.ts';
import { markets } from '../../../brands/markets/markets.ts';
import type { AppContext } from '../../../context/app-context.ts';
import type { Db } from '../../../platform/database/connection/connect.ts';
import type { ScoredApplication, ScorerAnswer } from '../../../providers/ports/scorer.ts';
import { markBlocked } from '../../borrowers/blocks.ts';
import { markCertified } from '../../borrowers/identity-marks.ts';
import { compareDocument } from '../../identity/identity-check.ts';
import type { Order } from '../../loans/order-store.ts';
import { compareWithLists } from '../../screening/screen.ts';
import { figuresOf } from '../products.ts';
import type { Applicant } from './applicant.ts';
import { type ApplicationFacts, readFacts } from './facts.ts';
import { decisionOffer } from './offer-options.ts';
import type { PoliciesInEffect } from './policies.ts';
import type { DecisionInputs } from './runs.ts';

/** A decision of the policy in effect on an order, with what it was computed from. */
export interface Evaluation extends PoliciesInEffect {
  readonly inputs: DecisionInputs;
  readonly result: Decision;
  readonly known: ApplicationFacts;
  readonly product: string;
}

/** What is evaluated. `outside`: the scorer's answer. */
interface Application {
  readonly order: Order;
  readonly applicant: Applicant;
  readonly outside?: ScorerAnswer['outcome'] | undefined;
}

/**
 * Evaluates an application that is decided in this transaction: marks before what identifies the borrower,
 * compares their document, screens them, and blocks a borrower who is known as blocked.
 */
export async function markAndEvaluate(
  trx: Db,
  appContext: AppContext,
  brand: Brand,
  application: Application,
): Promise<Evaluation> {
  const { borrower, certified, marks, check, screened } = application.applicant;
  const { id: borrowerId, blocked_reason: blocked, time_zone: timeZone } = borrower;
  const { values } = certified;
  await markCertified(trx, appContext, brand, { borrowerId, values, recorded: { marks, timeZone } });
  await compareDocument(trx, appContext, brand, { borrowerId, certified, check });
  await compareWithLists(trx, appContext, brand, { borrowerId, certified, screened });
  const evaluation = await evaluate(trx, appContext, brand, application);
  const reason = evaluation.known.blocked;
  if (blocked === null && reason !== null) await markBlocked(trx, borrowerId, reason);
  return evaluation;
}

/** Evaluates an order by the policy in effect, from the data as of now. It changes nothing. */
export async function evaluate(
  trx: Db,
  appContext: AppContext,
  brand: Brand,
  { order, applicant, outside }: Application,
): Promise<Evaluation> {
  const { product, policies } = applicant;
  const today = await appContext.clock.today(trx, brand.timeZone);
  const known = await readFacts(trx, appContext, brand, { order, applicant, today });
  const facts = outside === undefined ? known.facts : { ...known.facts, 'score.outside': outside };
  const others = { figures: figuresOf(product), client: order.client_kind, rules: brand.rules };
  const offer = decisionOffer(order.terms, markets[brand.market].smallerOffers ? others : undefined);
  const result = decide(policies.policy.policy, facts, offer);
  return { ...policies, inputs: { facts, offer }, result, known, product: product.code };
}

const sharedKinds = [
  ['account', 'identity.sharedAccount'],
  ['device', 'identity.sharedDevice'],
  ['document', 'identity.sharedDocument'],
] as const;

/** The scorer's view of an evaluated order. */
export function scoredApplication(order: Order, { known, product }: Evaluation): ScoredApplication {
  const { facts, profile } = known;
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
