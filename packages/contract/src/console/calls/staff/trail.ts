import * as v from 'valibot';
import {
  calendarDay,
  filled,
  idOf,
  nothing,
  reasonText,
  shownIdOf,
  text,
  whole,
} from '../../../fields/fields.ts';
import { effectLine } from '../../shapes/effect.ts';
import { brandCall } from '../../staff-call.ts';

/** `did`: what changed a row. `read`: what a member of staff read or searched. */
export const trailKinds = ['all', 'did', 'read'] as const;
export type TrailKind = (typeof trailKinds)[number];

const entry = v.object({
  /** Unique: the kind and the row's id. */
  key: v.string(),
  kind: v.picklist(['did', 'read']),
  /** ISO 8601. */
  at: v.string(),
  /** The member of staff; absent: nobody of them. */
  staffId: v.optional(shownIdOf<'staff'>()),
  staffName: v.optional(v.string()),
  /** The actor: `call waive`, `job sendPayout`; empty: by hand. */
  actor: v.string(),
  /** The login at the database; empty for a read. */
  login: v.string(),
  /** `insert`, `update`, `delete`, `truncate` or `read`. */
  action: v.string(),
  /** Table and key of the row. */
  subject: v.string(),
  subjectId: v.string(),
  borrowerId: v.optional(shownIdOf<'borrower'>()),
  /** Names of the changed columns, states before and after; of a read the field. */
  detail: v.string(),
  /** Why: of a read or of its approval; empty: nobody was asked. */
  reason: v.string(),
  approvalId: v.optional(shownIdOf<'approval'>()),
  /** The kind of a loan's event, or the action of a request. */
  name: v.optional(v.string()),
  /** Cents: the amount of the row as it is now, in the currency of `brand`. */
  amount: v.optional(whole),
  brand: v.optional(v.string()),
  /** True if a checkpoint covers it. Reads have none: their table rejects every change. */
  isCovered: v.boolean(),
});
export type TrailEntry = v.InferOutput<typeof entry>;

const entryFilter = {
  kind: v.picklist(trailKinds),
  /** The id of a borrower, an order or any row, an order's short reference, a complaint's reference. */
  about: v.optional(filled(64)),
  staffId: v.optional(idOf<'staff'>()),
  /** The table of the row. It needs a day, a person or `about` beside it. */
  subject: v.optional(v.pipe(v.string(), v.regex(/^[a-z_]{1,40}$/, 'must be a table'))),
  /** A day in the brand's time zone. */
  day: v.optional(calendarDay),
};

/** Entries of the brand, the newest first, 50 a page. `*`: all, also those that belong to no brand. */
export const listTrail = brandCall({
  name: 'listTrail',
  cells: 'list',
  path: '/trail/list',
  right: 'trail.read',
  input: v.strictObject({
    ...entryFilter,
    /** True: without the readings that a list of names writes by itself. */
    withoutLists: v.optional(v.boolean()),
    after: v.optional(text(100)),
  }),
  output: v.object({
    entries: v.array(entry),
    /** For `after` of the next page; absent: this is the last one. */
    next: v.optional(v.string()),
  }),
  rejections: ['unknownAbout'],
});

/** Everybody whose name an entry may have, also those who left. */
export const listTrailPeople = brandCall({
  name: 'listTrailPeople',
  cells: 'home',
  path: '/trail/people',
  right: 'trail.read',
  input: nothing,
  output: v.object({
    people: v.array(v.object({ staffId: shownIdOf<'staff'>(), name: v.string(), hasLeft: v.boolean() })),
  }),
});

/** An approval: the effect, the people, the signed statement. */
export const showTrailApproval = brandCall({
  name: 'showTrailApproval',
  path: '/trail/approval',
  right: 'trail.read',
  input: v.strictObject({ approvalId: idOf<'approval'>() }),
  output: v.object({
    action: v.string(),
    brand: v.string(),
    state: v.string(),
    /** Cents. */
    amount: v.optional(whole),
    reference: v.string(),
    reason: v.string(),
    requestedBy: v.string(),
    /** ISO 8601. */
    requestedAt: v.string(),
    isWithinLimit: v.boolean(),
    approvedBy: v.optional(v.string()),
    closedAt: v.optional(v.string()),
    effect: v.array(effectLine),
    /** SHA-256 of the statement, in hexadecimal. */
    digest: v.string(),
    /** The text whose digest was signed: action, request and effect as JSON; empty: it was not kept. */
    statement: v.string(),
    isSigned: v.boolean(),
  }),
});

/**
 * Verifies a kept approve again, without any session: that the statement has the digest, that the passkey signed exactly this
 * digest, and whose key it is.
 */
export const verifyApproval = brandCall({
  name: 'verifyApproval',
  path: '/trail/verify-approve',
  right: 'trail.read',
  input: v.strictObject({ approvalId: idOf<'approval'>() }),
  output: v.object({
    /** `unsigned`: done within a limit, or in a sandbox's session without a passkey. */
    result: v.picklist(['holds', 'broken', 'unsigned']),
    /** The fault; empty if it holds. */
    fault: v.string(),
    /** The owner of the passkey that signed. */
    signer: v.optional(v.string()),
    /** The name that its person gave it, and its id. */
    keyName: v.optional(v.string()),
    keyId: v.optional(v.string()),
    /** The page on which it was signed. */
    origin: v.optional(v.string()),
  }),
});

const coverage = v.object({
  /** The number of checkpoints. */
  checkpoints: whole,
  /** ISO 8601: until when entries are covered; absent: by none. */
  upto: v.optional(v.string()),
  /** The last checkpoint's digest in hexadecimal: it must equal the one in the log. */
  last: v.optional(v.string()),
});

/** The checkpoints that cover the trail. They are of the lender as a whole. */
export const showCheckpoints = brandCall({
  name: 'showCheckpoints',
  path: '/trail/checkpoints',
  right: 'trail.read',
  input: nothing,
  output: coverage,
});

/** Compares the entries with their checkpoints: those of the last 30 days, or all. */
export const verifyCheckpoints = brandCall({
  name: 'verifyCheckpoints',
  path: '/trail/verify-checkpoints',
  right: 'trail.read',
  input: v.strictObject({ all: v.boolean() }),
  output: v.object({
    ...coverage.entries,
    /** The first checkpoint that does not match, and the times of its entries (ISO 8601; the first may be absent). */
    broken: v.optional(v.object({ no: whole, from: v.optional(v.string()), to: v.string() })),
  }),
});

/**
 * Prepares all entries of the filter as CSV with a header, which the browser then downloads as a stream. Cells that a
 * spreadsheet would read as a formula are quoted. The export is an entry of the trail itself.
 */
export const exportTrail = brandCall({
  name: 'exportTrail',
  path: '/trail/export',
  right: 'trail.export',
  input: v.strictObject({ ...entryFilter, reason: reasonText(200) }),
  /** `ticket`: of the file, for `filePath`. */
  output: v.object({ ticket: v.string() }),
  rejections: ['unknownAbout'],
});
