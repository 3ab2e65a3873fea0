import type { ContactRules, ShownStep, StrategyVersion } from '@hiram/contract/console/strategy';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useRefusalWords } from '../app/refusal-words.ts';

type State = StrategyVersion['state'];

export const versionTones = { draft: 'waiting', active: 'good', superseded: 'plain' } as const;

export function useStateWords(): Readonly<Record<State, string>> {
  const { t } = useLingui();
  return { draft: t`Draft`, active: t`Active`, superseded: t`Superseded` };
}

/** The names of the kinds of steps of a strategy. */
export function useKindWords(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    dueSoon: t`Reminder: due soon`,
    dueToday: t`Reminder: due today`,
    late: t`Notice: late`,
    lateLong: t`Notice: late for long`,
    call: t`Call by a collector`,
  };
}

export function useChannelWords(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return { sms: t`Text message`, email: t`E-mail`, push: t`Push message` };
}

/** The channel that a step tries first, and those after it, by the brand's order. */
export function useWayWords(
  order: readonly string[],
): (step: ShownStep) => { readonly first: string; readonly others: string } {
  const { t } = useLingui();
  const words = useChannelWords();
  return ({ kind, channel }) => {
    if (kind === 'call') return { first: t`A person calls`, others: '' };
    const [first = '', ...others] = [...new Set([...(channel === undefined ? [] : [channel]), ...order])];
    return {
      first: words[first] ?? first,
      others: others.map((one) => t`else ${(words[one] ?? one).toLowerCase()}`).join(', '),
    };
  };
}

/** The borrowers whom a step is for; by the empty name: all. */
export function useClientWords(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return { '': t`everybody`, new: t`first loans`, repeat: t`later loans` };
}

/** When, and how often at most, a borrower is reached. */
export function useContactWords({ from, until, days, onHolidays, caps }: ContactRules) {
  const { t } = useLingui();
  const hour = (full: number) => `${String(full).padStart(2, '0')}:00`;
  const clock = `${hour(from)}–${hour(until)}`;
  const on = {
    every: t`every day of the week`,
    mondayToSaturday: t`from Monday to Saturday`,
    mondayToFriday: t`from Monday to Friday`,
  }[days];
  const sentence = onHolidays
    ? t`Borrowers are reached ${clock} by their clock, ${on}.`
    : t`Borrowers are reached ${clock} by their clock, ${on}, never on a public holiday.`;
  const { reminder, collection } = caps;
  const isOneCap = reminder.day === collection.day && reminder.week === collection.week;
  return {
    sentence,
    caps: isOneCap
      ? t`At most ${reminder.day} a day and ${reminder.week} a week.`
      : t`Reminders: at most ${reminder.day} a day and ${reminder.week} a week. Notices and calls: ${collection.day} a day and ${collection.week} a week.`,
  };
}

/** Why a loan gets nothing tomorrow. */
export function useWhyWords(): (why: string) => string {
  const { t } = useLingui();
  const stopWord = useRefusalWords();
  const words: Readonly<Record<string, string>> = {
    settled: t`nothing: the loan has ended`,
    paid: t`nothing: it is paid`,
    moved: t`nothing: the due day has moved`,
    heldPayment: t`nothing: a payment waits for a person`,
  };
  return (why) => words[why] ?? t`nothing, stopped: ${stopWord(why)}`;
}

/** The day of a step, counted from the due day. */
export function useDayWords(): (day: number) => string {
  const { t } = useLingui();
  return (day) =>
    day === 0
      ? t`due day`
      : day < 0
        ? plural(-day, { one: '# day before', other: '# days before' })
        : plural(day, { one: '# day late', other: '# days late' });
}
