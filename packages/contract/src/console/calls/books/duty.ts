import * as v from 'valibot';
import { empty, filled, idOf, nothing, shownIdOf, whole } from '../../../fields/fields.ts';
import { brandCall } from '../../staff-call.ts';

/** A file that was made for an authority. It is not kept: its digest says which one it was. */
const dutyRun = v.object({
  runId: shownIdOf<'dutyRun'>(),
  /** ISO 8601. */
  madeAt: v.string(),
  madeBy: v.string(),
  isOwn: v.boolean(),
  rows: whole,
  sha256: v.string(),
  queryVersion: whole,
  /** True if it has only the rejected lines of an earlier one. */
  isCorrection: v.boolean(),
  /** Lines that the authority did not take, at most fifty of them. */
  rejected: v.array(v.object({ key: v.string(), reason: v.string() })),
  rejectedCount: whole,
});

const dutyPeriod = v.object({
  periodId: shownIdOf<'dutyPeriod'>(),
  brand: v.string(),
  authority: v.string(),
  name: v.string(),
  what: v.string(),
  source: v.string(),
  /** True if a lender's counsel read its text. */
  isConfirmed: v.boolean(),
  /** True if the file has the column map alone: its figures come from elsewhere. */
  isEmptyFile: v.boolean(),
  /** ISO 8601 dates. */
  from: v.string(),
  to: v.string(),
  dueOn: v.string(),
  /** ISO 8601: the end of the day on which it is due. */
  dueAt: v.string(),
  /** Days since the day on which it was due, by the business day of its brand; 0: it is not over. */
  daysOver: whole,
  signedOffAt: v.optional(v.string()),
  signedOffBy: v.optional(v.string()),
  receipt: v.optional(v.string()),
  /** The newest first. */
  runs: v.array(dutyRun),
});
export type DutyPeriod = v.InferOutput<typeof dutyPeriod>;

/** A period that has not ended: its file can be made from the day after it on. */
const comingDuty = v.pick(dutyPeriod, ['brand', 'authority', 'name', 'from', 'to', 'dueOn']);
export type ComingDuty = v.InferOutput<typeof comingDuty>;

/**
 * The reports that authorities are owed: those that are open by their due day, then the last fifty that were handed in; and those
 * that are due in the next months. `days`: the business day of each brand, ISO 8601.
 */
export const listDuties = brandCall({
  name: 'listDuties',
  path: '/duty/list',
  right: 'duty.read',
  input: nothing,
  output: v.object({
    days: v.array(v.object({ brand: v.string(), today: v.string() })),
    periods: v.array(dutyPeriod),
    coming: v.array(comingDuty),
  }),
});

/**
 * Prepares the file of a period, which the browser then downloads: that makes and records it. `again`: the
 * rejected lines of a run alone.
 */
export const makeDutyFile = brandCall({
  name: 'makeDutyFile',
  path: '/duty/make-file',
  right: 'duty.report',
  input: v.strictObject({ periodId: idOf<'dutyPeriod'>(), again: v.optional(idOf<'dutyRun'>()) }),
  /** `ticket`: of the file, for `filePath`. */
  output: v.object({ ticket: v.string() }),
  rejections: ['signedOff', 'noneRejected'],
});

/** Records the lines of a file that the authority did not take. `key`: the contract of the line. */
export const recordDutyRejections = brandCall({
  name: 'recordDutyRejections',
  path: '/duty/record-rejections',
  right: 'duty.report',
  input: v.strictObject({
    runId: idOf<'dutyRun'>(),
    lines: v.pipe(
      v.array(v.strictObject({ key: filled(100), reason: filled(500) })),
      v.minLength(1, 'must not be empty'),
      v.maxLength(500, 'has more than 500 lines'),
    ),
  }),
  output: v.object({ recorded: whole }),
  rejections: ['signedOff'],
});

/** Records that a report was handed in. Another person does it than the one who made its last file. */
export const signOffDuty = brandCall({
  name: 'signOffDuty',
  path: '/duty/sign-off',
  right: 'duty.report',
  input: v.strictObject({ periodId: idOf<'dutyPeriod'>(), receipt: filled(100) }),
  output: empty,
  rejections: ['signedOff', 'noFile', 'ownFile', 'linesRejected'],
});
