import { addDays, type LoanEvent, type LocalDate, localDate, type Position, position } from '@hiram/loan';
import { type Books, Broken } from './books.ts';

export type ArrangementState = NonNullable<Position['arrangement']>['state'];
type Arranged = Extract<LoanEvent, { kind: 'arranged' }>;

/** An arrangement is broken on this day after the first of unbroken missed evenings. */
const daysToMakeGood = 5;
/** Days of an arrangement that are walked through: the last part and its days to make good are among them. */
const walkedDays = 110;

/** By order: what was checked last. Nothing changes while day and events are the same. */
const checked = new Map<string, { readonly what: string; readonly states: readonly ArrangementState[] }>();

/**
 * Checks each arrangement of a loan by its rules, written down again day by day: an evening is missed when
 * more is left than the parts to come and the tolerance; the fifth day after the first of unbroken missed
 * evenings breaks it; no day before bears late charges of its instalments. Returns how each stands. Throws
 * Broken.
 */
export function checkArrangements({ order, events }: Books, today: LocalDate): readonly ArrangementState[] {
  const made = events.filter((event): event is Arranged => event.kind === 'arranged');
  if (made.length === 0) return [];
  const ends = made.map(({ valueDate }, at) => {
    const next = made[at + 1];
    const end = addDays(localDate(valueDate), walkedDays);
    const last = next ? addDays(localDate(next.valueDate), -1) : today;
    return end < last ? end : last;
  });
  const what = JSON.stringify([ends, events]);
  const before = checked.get(order.id);
  if (before?.what === what) return before.states;
  const states = made.map((one, at) => checkArrangement({ order, events }, one, ends[at] ?? today));
  checked.set(order.id, { what, states });
  return states;
}

function checkArrangement(
  { order, events }: Pick<Books, 'order' | 'events'>,
  made: Arranged,
  until: LocalDate,
): ArrangementState {
  const fail = (what: string) => {
    throw new Broken(`order ${order.id} (${order.brand}): the arrangement of ${made.valueDate} ${what}`);
  };
  const { terms } = order;
  let missed = 0;
  let brokenOn: LocalDate | undefined;
  let isPaid = false;
  for (let day = localDate(made.valueDate); day <= until && !brokenOn; day = addDays(day, 1)) {
    // What was known that evening: a payment counts until it is reversed.
    const known = events.filter(({ kind, valueDate }) => kind !== 'reversed' || valueDate <= day);
    const { arrangement } = position(terms, known, day);
    if (!arrangement) return fail(`does not exist on ${day}`);
    const later = made.parts.reduce((sum, { date, amount }) => (date > day ? sum + amount : sum), 0);
    const tolerance = terms.tolerance ?? 0;
    isPaid = arrangement.owed <= tolerance;
    missed = arrangement.owed > later + tolerance ? missed + 1 : 0;
    if (missed > daysToMakeGood) brokenOn = day;
  }
  const { arrangement } = position(terms, events, until);
  const state = brokenOn ? 'broken' : isPaid ? 'fulfilled' : 'kept';
  if (arrangement?.state !== state || arrangement.brokenOn !== brokenOn)
    fail(
      `is ${arrangement?.state} ${arrangement?.brokenOn ?? ''} on ${until}, not ${state} ${brokenOn ?? ''}`,
    );
  checkFreeDays({ order, events }, made, brokenOn ? addDays(brokenOn, -1) : until, fail);
  return state;
}

/**
 * No day after the first until `last` adds a late charge of the arranged instalments. A reversal changes the
 * days before it too.
 */
function checkFreeDays(
  { order, events }: Pick<Books, 'order' | 'events'>,
  made: Arranged,
  last: LocalDate,
  fail: (what: string) => void,
): void {
  if (events.some(({ kind, valueDate }) => kind === 'reversed' && valueDate >= made.valueDate)) return;
  const lateOn = (day: LocalDate) =>
    position(order.terms, events, day)
      .instalments.filter(({ no }) => made.instalments.includes(no))
      .reduce((sum, { late }) => sum + late, 0);
  const first = lateOn(localDate(made.valueDate));
  for (let day = localDate(made.valueDate); day <= last; day = addDays(day, 1))
    if (lateOn(day) > first) fail(`charged ${lateOn(day) - first} on ${day}`);
}
