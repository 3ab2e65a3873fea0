import type { Task } from '@hiram/contract/console/work';
import type { TaskKind } from '@hiram/contract/task-kind';
import { useLingui } from '@lingui/react/macro';
import { useAnyWord, useListNames } from '../i18n/words.ts';
import { useDates } from '../kit/dates.ts';
import type { IconName } from '../kit/Icon.tsx';

export const iconOf: Readonly<Record<TaskKind, IconName>> = {
  complaint: 'complaint',
  transfer: 'bank',
  heldPayment: 'hold',
  unknownPayment: 'money-in',
  contradictedPayout: 'money-out',
  refund: 'refund',
  application: 'file',
  payout: 'person',
  appeal: 'person',
  secondLook: 'file',
  heldPayout: 'money-out',
  returnedPayout: 'money-out',
  statement: 'bank',
  erasure: 'lock',
  approval: 'approval',
  lateLoan: 'clock',
  arrangement: 'clock',
  screeningHit: 'person',
  screeningCase: 'lock',
  duty: 'file',
  coverageGap: 'people',
};

/** The words for a task, in a line. */
export function useWhatWaits(): (task: Task) => string {
  const { t } = useLingui();
  const dates = useDates();
  const word = useAnyWord();
  const lists: Readonly<Record<string, string>> = useListNames();
  const listName = (detail: string) => lists[detail] ?? detail;
  return (task) => {
    const { detail } = task;
    const statementWords = (text: string) => {
      const [, count = '', file = ''] = /^(\d+) (.*)$/.exec(text) ?? [];
      return t`${count} new lines, ${file}`;
    };
    const dutyWords = (text: string) => {
      const [duty = '', to = ''] = text.split(' ');
      // `ph-cic`: the market, and whom it is for.
      const whom = duty
        .replace(/^[^-]*-/, '')
        .replaceAll('-', ' ')
        .toUpperCase();
      return t`${whom} report to ${to === '' ? '' : dates.day(to)}`;
    };
    // The detail of other kinds is no time.
    const gapWords = (text: string) => {
      if (task.kind !== 'coverageGap') return '';
      const [from = '', to = ''] = text.split(' ').map(dates.time);
      return t`No approver on shift, ${from} to ${to}`;
    };
    const why = detail.split(' ').map(word).join(', ');
    const sentences: Readonly<Record<TaskKind, string>> = {
      complaint: task.excerpt ?? t`A borrower complains`,
      transfer: t`Match a reported transfer`,
      heldPayment: t`Held payment: ${detail}`,
      unknownPayment:
        detail === 'contradicted'
          ? t`A payment contradicts our record`
          : detail === 'lateReversal'
            ? t`A payment was reversed after the window of its channel`
            : detail === 'otherCode'
              ? t`A reversal names the code of another payment`
              : detail === 'otherAmount'
                ? t`A reversal names another amount than its payment`
                : detail === 'noPayment'
                  ? t`A payment that we do not have was reversed`
                  : t`A payment names no code of ours`,
      contradictedPayout:
        detail === 'unknown'
          ? t`A report names no payout of ours`
          : t`A provider contradicts our record of a payout`,
      refund: t`Credit is left after the loan`,
      application: t`Referred: ${why}`,
      payout: t`Held: ${why}`,
      appeal: t`Appeal against a refusal`,
      secondLook: t`Second look at an approval`,
      heldPayout: t`Held payout: ${detail}`,
      returnedPayout: t`A payout came back`,
      statement: statementWords(detail),
      erasure: t`The borrower asks to be erased`,
      approval: t`Approve: ${why}`,
      arrangement: t`The borrower asks to pay in parts`,
      lateLoan: t`Not paid since ${dates.day(detail)}`,
      screeningHit: t`May be on a list: ${listName(detail)}`,
      duty: dutyWords(detail),
      coverageGap: gapWords(detail),
      screeningCase: t`Is on a list and must be reported: ${listName(detail)}`,
    };
    return sentences[task.kind];
  };
}

/** The page on which the task is settled. */
export function placeOf({ kind, subjectId, borrowerId, orderId }: Task): string {
  switch (kind) {
    case 'complaint':
      return `/complaints/${subjectId}`;
    case 'transfer':
    case 'heldPayment':
    case 'unknownPayment':
    case 'statement':
      return '/money-in';
    case 'contradictedPayout':
    case 'refund':
    case 'heldPayout':
      return '/money-out';
    case 'returnedPayout':
      return '/money-out?list=returned';
    case 'application':
    case 'payout':
    case 'appeal':
    case 'secondLook':
      return `/decisions/${subjectId}`;
    case 'erasure':
      return `/borrower/${borrowerId ?? subjectId}`;
    case 'approval':
      return `/approvals/${subjectId}`;
    case 'screeningHit':
    case 'screeningCase':
      return `/officer/${subjectId}`;
    case 'duty':
      return `/duties?period=${subjectId}`;
    case 'coverageGap':
      return '/coverage';
    case 'lateLoan':
      return `/loan/${subjectId}`;
    case 'arrangement':
      return orderId === undefined ? '/work' : `/loan/${orderId}`;
  }
}
