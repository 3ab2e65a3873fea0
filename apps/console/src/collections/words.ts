import type { Outcome, Queue, ShownPromise } from '@hiram/contract/console/collections';
import { useLingui } from '@lingui/react/macro';
import { useRefusalWords } from '../app/refusal-words.ts';
import { useDates } from '../kit/dates.ts';

/** The words of the desk: queues, outcomes, and why a borrower may not be called. */
export function useDeskWords() {
  const { t } = useLingui();
  const dates = useDates();
  const buckets: Readonly<Record<Queue, string>> = {
    callDue: t`Call due`,
    promiseBroken: t`Promise broken`,
    promiseToday: t`Promise due today`,
    days1: t`1–7 days`,
    days8: t`8–15`,
    days16: t`16–30`,
    days31: t`31–60`,
    days61: t`61–90`,
    days91: t`Over 90`,
  };
  const outcomes: Readonly<Record<Outcome, string>> = {
    promise: t`Promise`,
    reached: t`Reached, no promise`,
    noAnswer: t`No answer`,
    busy: t`Busy`,
    refuses: t`Refuses`,
    disputes: t`Disputes`,
    hardship: t`Hardship`,
    wrongPerson: t`Wrong person`,
    deceased: t`Deceased`,
  };
  const promises: Readonly<Record<ShownPromise['state'], string>> = {
    open: t`Promise`,
    kept: t`Promise kept`,
    broken: t`Promise broken`,
    cancelled: t`Promise cancelled: nothing was due`,
  };
  const why = useRefusalWords();
  const channels: Readonly<Record<string, string>> = {
    call: t`Call`,
    sms: t`Text`,
    email: t`Mail`,
    push: t`Push`,
    visit: t`Visit`,
  };
  return {
    buckets,
    outcomes,
    promises,
    why,
    channel: (name: string) => channels[name] ?? name,
    outcome: (name: string) => Object.entries(outcomes).find(([key]) => key === name)?.[1] ?? name,
    from: (at: string | undefined) => (at === undefined ? '' : t`from ${dates.moment(at)}`),
  };
}
