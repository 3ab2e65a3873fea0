import type { EffectLine } from '@hiram/contract/console/effect';
import type { HitId } from '@hiram/contract/ids';
import { formatPercent } from '@hiram/loan/format';
import type { Brand } from '../../brands/brand.ts';
import { brandOf } from '../../brands/brand-of.ts';
import { clearHit, confirmHit, type Hit, reportHit } from '../../lending/screening/decide-hit.ts';
import { birthYearOf } from '../../lending/screening/screen.ts';
import { type Rejection, reject } from '../../platform/errors/rejection.ts';
import type { Action, ActionScope } from '../actions/action.ts';
import { oneBrandOf } from '../actions/scope.ts';
import { loadHit, lockedHit } from './load-hit.ts';

interface OfHit {
  readonly hitId: HitId;
}

async function undecidedHit(
  { db, brand }: ActionScope,
  { hitId }: OfHit,
): Promise<Hit | Rejection<'hitDecided'>> {
  const hit = await loadHit(db, oneBrandOf({ brand }), hitId);
  return hit.state === 'open' || hit.state === 'left' ? hit : reject('hitDecided');
}

async function lock(scope: ActionScope, request: OfHit): Promise<void> {
  await lockedHit(scope, request);
}

const brandOfHit = ({ appContext }: ActionScope, hit: Hit): Brand => brandOf(appContext, hit);

/** The entry by its id on the list, and what of it was compared: the borrower is named beside the request. */
async function comparedLines({ db, appContext }: ActionScope, hit: Hit): Promise<EffectLine[]> {
  const year = await birthYearOf(appContext, db, hit.borrower_id);
  const years = hit.birth_years;
  const line = (label: string, after: string): EffectLine => ({ label, before: '', after, format: 'words' });
  return [
    line('Entry of the list', hit.reference),
    line('Names', `${formatPercent(hit.likeness * 1_000, 'en')} alike`),
    line(
      'Year of birth',
      years.length === 0
        ? 'not compared: the entry has none'
        : year === undefined
          ? 'not compared: the borrower gave none'
          : years.includes(year)
            ? 'the same'
            : 'another',
    ),
  ];
}

/** Another person than the listed one. The decision is kept, and not asked again for this entry and this name. */
export const clear: Action<OfHit, 'hitDecided'> = {
  name: 'screening.clear',
  right: 'screening.decide',
  approvalRight: 'screening.approveRequest',
  lock,
  async preview(scope, request) {
    const hit = await undecidedHit(scope, request);
    if ('rejected' in hit) return hit;
    return {
      subject: 'screening_hit',
      subjectId: hit.id,
      amount: undefined,
      lines: [
        { label: 'Match with a list', before: 'waits for a person', after: 'another person' },
        ...(await comparedLines(scope, hit)),
      ],
      notes: ['It is not asked again for this entry unless the borrower’s name or birth date changes.'],
    };
  },
  async perform(scope, request, { approvalId, reason }) {
    const { today, now } = scope;
    await clearHit(scope.db, await lockedHit(scope, request), { approvalId, reason, today, now });
  },
};

/** The borrower is the listed person. Two persons decide it, and the database demands both. */
export const confirm: Action<OfHit, 'hitDecided'> = {
  name: 'screening.confirm',
  right: 'screening.decide',
  approvalRight: 'screening.approveRequest',
  lock,
  async preview(scope, request) {
    const hit = await undecidedHit(scope, request);
    if ('rejected' in hit) return hit;
    const { reportDays } = brandOfHit(scope, hit).identity.screening;
    return {
      subject: 'screening_hit',
      subjectId: hit.id,
      amount: undefined,
      needsTwo: true,
      lines: [
        { label: 'Match with a list', before: 'waits for a person', after: 'the same person' },
        ...(await comparedLines(scope, hit)),
        { label: 'Payouts and further loans', before: 'held until it is decided', after: 'stopped for good' },
        // Counted from the confirmation, which may be on a later day than the request.
        { label: 'Report to the authority', before: '', after: `within ${reportDays} days` },
      ],
      notes: ['The borrower is not told why. Running loans stay as they are.'],
    };
  },
  async perform(scope, request, { approvalId, reason }) {
    const { db, appContext, today, now } = scope;
    const hit = await lockedHit(scope, request);
    const brand = brandOfHit(scope, hit);
    await confirmHit(db, appContext, hit, { brand, approvalId, reason, today, now });
  },
};

/** The authority was told of a confirmed match, under its reference. */
export const report: Action<OfHit & { readonly reportReference: string }, 'noOpenCase'> = {
  name: 'screening.report',
  right: 'screening.report',
  approvalRight: 'screening.approveRequest',
  lock,
  async preview({ db, brand }, { hitId, reportReference }) {
    const hit = await loadHit(db, oneBrandOf({ brand }), hitId);
    if (hit.state !== 'confirmed' || hit.reported_at !== null) return reject('noOpenCase');
    return {
      subject: 'screening_hit',
      subjectId: hit.id,
      amount: undefined,
      lines: [{ label: 'Report to the authority', before: 'due', after: reportReference, format: 'words' }],
    };
  },
  async perform(scope, request, { approvalId }) {
    const reference = request.reportReference.trim();
    await reportHit(scope.db, await lockedHit(scope, request), { approvalId, reference, now: scope.now });
  },
};
