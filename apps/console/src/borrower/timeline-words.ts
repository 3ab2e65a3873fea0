import type { TimelineEntry } from '@hiram/contract/console/borrower';
import { useLingui } from '@lingui/react/macro';
import { useAnyWord, useReadWords } from '../i18n/words.ts';

/** A timeline's entry in words. */
export function useTimelineWords(): (entry: TimelineEntry) => string {
  const { t } = useLingui();
  const word = useAnyWord();
  const read = useReadWords();
  return ({ kind, detail }) => {
    const [what = '', name = '', state = ''] = kind.split(' ');
    const orders: Readonly<Record<string, string>> = {
      applied: t`Applied for`,
      decided: t`Approved`,
      rejected: t`Rejected:`,
    };
    const events: Readonly<Record<string, string>> = {
      disbursed: t`The loan was paid out`,
      paid: t`Paid`,
      extended: t`A payment was moved`,
      waived: t`Waived`,
      refunded: t`Refunded`,
      reversed: t`Something was reversed`,
      writtenOff: t`Written off in the books`,
      chargesStopped: t`Late charges were stopped`,
      arranged: t`An arrangement was made`,
      arrangementEnded: t`An arrangement ended`,
    };
    const others: Readonly<Record<string, string>> = {
      code: detail === '' ? t`Payment code for` : t`Payment code ${detail} for`,
      complaint: t`Complaint ${detail}`,
      answer: t`Complaint ${detail} was answered`,
      text: t`Message: ${detail}`,
      read: t`Opened by staff: ${read(detail)}`,
      note: t`Note: ${detail}`,
      action: `${word(name)}: ${word(state).toLowerCase()}`,
      session: t`Signed in`,
      consent: t`Consented to ${detail}`,
      device: t`Used the device ${detail}`,
    };
    if (what === 'order') return orders[name] ?? name;
    if (what === 'event') return events[name] ?? name;
    return others[what] ?? kind;
  };
}
