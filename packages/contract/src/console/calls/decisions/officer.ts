import * as v from 'valibot';
import { idOf, shownIdOf, text, whole } from '../../../fields/fields.ts';
import { actionCalls } from '../../action-calls.ts';
import { listCalls, someOf } from '../../list-calls.ts';
import { brandCall } from '../../staff-call.ts';

/** Lists of persons whom the lender must not deal with. `outside`: the lender's screening service. */
export const screeningLists = ['un', 'amlc', 'ofac', 'own', 'outside'] as const;
/** `left`: the entry left its list before it was decided. */
export const hitStates = ['open', 'cleared', 'confirmed', 'left'] as const;

const hitRow = v.object({
  hitId: shownIdOf<'hit'>(),
  brand: v.string(),
  borrowerId: shownIdOf<'borrower'>(),
  /** The borrower's full name. Absent: the caller's roles do not see it, or the borrower was erased. */
  name: v.optional(v.string()),
  list: v.picklist(screeningLists),
  /** The person's id on the list. */
  reference: v.string(),
  /** Similarity of the names in thousandths. */
  likeness: whole,
  state: v.picklist(hitStates),
  /** A decision that was requested and waits for a second person. `isOwn`: by the caller. */
  asked: v.optional(
    v.object({
      approvalId: shownIdOf<'approval'>(),
      verdict: v.picklist(['cleared', 'confirmed']),
      by: v.string(),
      isOwn: v.boolean(),
      reason: v.string(),
      /** ISO 8601. */
      at: v.string(),
    }),
  ),
  /** Of an undecided one: when it is to be decided. ISO 8601. */
  dueAt: v.optional(v.string()),
  /** ISO 8601. */
  foundAt: v.string(),
  /** For a confirmed hit: the day by which the authority is told, and when it was. */
  reportBy: v.optional(v.string()),
  reportedAt: v.optional(v.string()),
});
export type HitRow = v.InferOutput<typeof hitRow>;

/** Borrowers who may be, or are, on a list of persons. */
export const listHits = listCalls({
  name: 'listHits',
  path: '/officer/hits',
  right: 'screening.read',
  parts: {},
  filters: { state: someOf(hitStates), list: someOf(screeningLists) },
  sorts: ['found'],
  row: hitRow,
});

/** A hit with both persons beside each other. That it was looked at is recorded. */
export const showHit = brandCall({
  name: 'showHit',
  path: '/officer/hit',
  right: 'screening.read',
  input: v.strictObject({ hitId: idOf<'hit'>() }),
  output: v.object({
    ...hitRow.entries,
    /** As on the list. */
    listedName: v.string(),
    listedYears: v.array(whole),
    /** The borrower's; absent: they gave none. */
    birthYear: v.optional(whole),
    reason: v.optional(v.string()),
    reportReference: v.optional(v.string()),
    /** Days after a confirmation within which the authority is told. */
    reportDays: whole,
    /** Open orders of the borrower. */
    orders: v.array(v.object({ orderId: shownIdOf<'order'>(), amount: whole })),
  }),
});

const hitId = idOf<'hit'>();
const rejections = ['hitDecided'] as const;

/** The borrower is not the person on the list. It is not asked again for the same entry and name. */
export const clearHit = actionCalls({
  name: 'clearHit',
  path: '/officer/clear',
  action: 'screening.clear',
  right: 'screening.decide',
  request: { hitId },
  rejections,
});

/** The borrower is the person on the list: two persons always decide it. */
export const confirmHit = actionCalls({
  name: 'confirmHit',
  path: '/officer/confirm',
  action: 'screening.confirm',
  right: 'screening.decide',
  request: { hitId },
  rejections,
});

/** Closes the case of a confirmed hit: the authority was told, under `reportReference`. */
export const reportHit = actionCalls({
  name: 'reportHit',
  path: '/officer/report',
  action: 'screening.report',
  right: 'screening.report',
  request: { hitId, reportReference: v.pipe(text(80), v.regex(/\S/, 'is empty')) },
  rejections: ['noOpenCase'],
});
