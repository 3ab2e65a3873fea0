/** The kinds of tasks for the lender's staff. */
export const taskKinds = [
  'complaint',
  'transfer',
  'heldPayment',
  'unknownPayment',
  'contradictedPayout',
  'refund',
  'application',
  'payout',
  'appeal',
  'secondLook',
  'heldPayout',
  'returnedPayout',
  'statement',
  'erasure',
  'approval',
  'lateLoan',
  'arrangement',
  'screeningHit',
  'screeningCase',
  'duty',
] as const;
export type TaskKind = (typeof taskKinds)[number];
