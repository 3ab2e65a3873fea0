import type { OrderId } from '@hiram/contract/ids';
import type { StepsQuote } from '@hiram/contract/loan';
import type { LoanDetails } from '@hiram/contract/order';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode, RefObject } from 'react';
import { goTo } from '../../app/navigation/go.ts';
import { paths } from '../../app/navigation/paths.ts';
import { money, showDate } from '../../app/settings/money.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { toast } from '../../kit/feedback/toaster.ts';
import { Amount, Pill } from '../../kit/layout/Card.tsx';
import { ActionPair } from '../../kit/layout/Screen.tsx';
import { useSubmit } from '../../net/submit/useSubmit.ts';
import { remindToPay } from '../calls.ts';
import css from './Remote.module.css';
import { type Answer, type Choice, dayOf, type Quoting, type Refusal } from './remote-choice.ts';
import type { Stepper } from './Steppers.tsx';

export interface Parts {
  readonly details: LoanDetails;
  readonly orderId: OrderId;
  readonly answer: Answer | undefined;
  readonly choice: Choice;
  readonly quoting: Quoting | undefined;
  readonly today: string;
}

function useWeekday(): (day: string) => string {
  const { t } = useLingui();
  const names = [t`Sunday`, t`Monday`, t`Tuesday`, t`Wednesday`, t`Thursday`, t`Friday`, t`Saturday`];
  return (day) => names[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';
}

/** The choice and its amount, in words. */
export function useWords(): (answer: Answer) => { readonly label: string; readonly figure: string } {
  const { t } = useLingui();
  const weekday = useWeekday();
  return (answer) => {
    const { quote, choice, added } = answer;
    const date = showDate(quote.day, 'short');
    const more = added > 0 ? `, +${money(added)}` : '';
    const { steps } = quote;
    const kind = quote.kind === 'settled' ? 'due' : quote.kind;
    const labels = {
      payoff: [t`Pay it all off today`, t`If you pay it all off on ${date}`],
      ahead: [t`Pay ${steps} payments now`, t`If you pay ${steps} payments on ${date}`],
      due: [t`Next payment`, t`If you pay on ${weekday(quote.day)}, ${date}`],
    };
    const label = labels[kind][choice.days === 0 ? 0 : 1] ?? '';
    return { label, figure: `${money(quote.amount)}${more}` };
  };
}

/** The texts of a lead by the name of their part. A part without a text is not shown. */
export type LeadTexts = Readonly<Record<string, string>>;

/**
 * The texts of an answer: its label, the amount, what it adds or saves, and how certain it is. `from` says when the choice can be
 * paid, if not on its own day. Without an answer only the server can quote, and it is being asked.
 */
export function useLeadTexts(): (answer: Answer | undefined, from: Refusal | undefined) => LeadTexts {
  const { t } = useLingui();
  const wordsOf = useWords();
  const truths = {
    confirmed: t`Exact amount`,
    offline: t`Estimate, no signal`,
    estimate: t`Estimate, being confirmed`,
  };
  const numbersOf = ({ rows }: StepsQuote): string => {
    const numbers = rows.filter(({ kind }) => kind === 'instalment').map(({ no }) => no);
    const [first] = numbers;
    const last = numbers[numbers.length - 1];
    if (numbers.length < 2) return '';
    return numbers.length === 2 ? t`Payments ${first} and ${last}` : t`Payments ${first} to ${last}`;
  };
  const refusalText = ({ from, no, isAll }: Refusal): string => {
    const date = showDate(from, 'long').replace(/,? \d{4}$/, '');
    return isAll ? t`The whole loan can be paid from ${date}` : t`Payment ${no} can be paid from ${date}`;
  };
  return (answer, from): LeadTexts => {
    if (!answer) return { label: t`Being worked out`, amount: '…' };
    const { quote, added, truth, choice } = answer;
    const saves = quote.kind === 'payoff' ? quote.saves : 0;
    return {
      label: wordsOf(answer).label,
      amount: money(quote.amount),
      added: added > 0 ? t`${money(added)} more than today` : '',
      bubble: added > 0 ? `+${money(added)}` : '',
      saves:
        saves > 0
          ? t`You save ${money(saves)}`
          : choice.days > 0 && added === 0 && quote.steps === choice.steps
            ? t`Same amount as today`
            : '',
      numbers: numbersOf(quote),
      from: from ? refusalText(from) : '',
      truth: from ? '' : truths[truth],
    };
  };
}

/**
 * Writes texts into a lead and onto the drawing: the text nodes alone, and which pills are shown. Of those that differ at most
 * `most`, the amount first. Returns whether all are written.
 */
export function writeLead(lead: HTMLElement, texts: LeadTexts, most = Number.POSITIVE_INFINITY): boolean {
  let count = 0;
  for (const name of textNames) {
    const node = lead.ownerDocument.querySelector<HTMLElement>(`[data-text=${name}]`);
    const text = texts[name] ?? '';
    const written = node?.firstChild;
    if (!node || (written?.nodeValue ?? '') === text) continue;
    if (count === most) return false;
    count += 1;
    if (written) written.nodeValue = text;
    else node.textContent = text;
    node.closest('[data-pill]')?.toggleAttribute('hidden', !text);
  }
  return true;
}

/** The texts in the order in which they are written. */
const textNames = ['amount', 'added', 'bubble', 'saves', 'numbers', 'label', 'from', 'truth'] as const;

const pills = [
  ['warning', 'added'],
  ['positive', 'saves'],
  ['info', 'numbers'],
  ['info', 'from'],
] as const;

/** The lead of a choice. Its texts are written, not rendered: a frame of a drag then costs little. */
export function RemoteLead({ lead }: { readonly lead: RefObject<HTMLDivElement | null> }): ReactNode {
  return (
    <div className={`${css.lead} ${css.chosen}`} ref={lead}>
      <p data-text="label" />
      <Amount isLead>
        <span data-text="amount" />
      </Amount>
      <p className={css.pills}>
        {pills.map(([tone, name]) => (
          <span key={name} data-pill="" hidden>
            <Pill tone={tone}>
              <span data-text={name} />
            </Pill>
          </span>
        ))}
        <span data-pill="" hidden>
          <span className={css.truth} data-text="truth" />
        </span>
      </p>
    </div>
  );
}

/** Pays today what is chosen, or asks for a reminder on the chosen day. */
export function RemoteActions({
  details,
  orderId,
  answer,
  choice,
  onDone,
}: Parts & { readonly onDone: () => void }): ReactNode {
  const { t } = useLingui();
  const { submit, busy } = useSubmit(remindToPay);
  const { productId, order } = details;
  const page = { productId, orderId };
  if (!answer) return null;
  const { quote } = answer;
  const amount = money(choice.days === 0 ? quote.amount : (order.quote?.amount ?? 0));
  if (choice.days === 0) {
    const pay = quote.kind === 'payoff' ? { pay: 'payoff' } : { pay: 'ahead', steps: String(quote.steps) };
    return <Button onTap={() => goTo(paths.repay, { ...page, ...pay })}>{t`Pay ${amount}`}</Button>;
  }
  const day = showDate(quote.day, 'short');
  const remind = async () => {
    const stored = await submit({ orderId, day: quote.day });
    if (!stored?.ok) return;
    toast(t`We text you on ${day}`, { kind: 'success' });
    onDone();
  };
  return (
    <ActionPair>
      <Button look="secondary" busy={busy} onTap={() => void remind()}>
        {t`Remind me ${day}`}
      </Button>
      <Button onTap={() => goTo(paths.repay, page)}>{t`Pay ${amount} today`}</Button>
    </ActionPair>
  );
}

/** The steppers: the day, and the number of repayments if there is more than one. */
export function useSteppers({
  choice,
  answer,
  rest,
  restQuote,
  maxDays,
  today,
  moreFrom,
}: {
  readonly choice: Choice;
  readonly answer: Answer | undefined;
  readonly rest: Choice;
  readonly restQuote: StepsQuote;
  readonly maxDays: number;
  readonly today: string;
  /** The first day on which the loan takes one payment more, if not on the chosen one. */
  readonly moreFrom: string | undefined;
}): Stepper[] {
  const { t } = useLingui();
  const day = dayOf(today, choice);
  const wordsOf = useWords();
  const figure = answer ? wordsOf(answer).figure : '';
  const steps = answer?.quote.steps ?? choice.steps;
  const { least, most } = restQuote;
  const isAll = answer?.quote.kind === 'payoff' && steps > 1;
  const moreFromText = (from: string) => {
    const date = showDate(from, 'short');
    return t`More from ${date}`;
  };
  const steppers: Stepper[] = [
    {
      label: t`Day of payment`,
      valueText: `${showDate(day, 'short')}, ${figure}`,
      value: choice.days,
      min: 0,
      max: maxDays,
      title: choice.days === 0 ? t`Today` : showDate(day, 'short'),
      sub:
        choice.days === 0
          ? showDate(day, 'short')
          : t`${plural(choice.days, { one: 'in # day', other: 'in # days' })}`,
      lessName: t`A day earlier`,
      moreName: t`A day later`,
      isChanged: choice.days > 0,
    },
    {
      label: t`Payments to make`,
      valueText: `${t`${steps} of ${most}`}, ${figure}`,
      value: choice.steps,
      min: least,
      max: moreFrom === undefined ? most : choice.steps,
      title: isAll ? t`All ${steps}` : t`${plural(steps, { one: '# payment', other: '# payments' })}`,
      // Beside its buttons there is room for the amount alone.
      sub:
        moreFrom && choice.steps === least
          ? moreFromText(moreFrom)
          : answer
            ? money(answer.quote.amount)
            : '…',
      lessName: t`One payment less`,
      moreName: t`One payment more`,
      isChanged: choice.steps > rest.steps,
    },
  ];
  return most > 1 ? steppers : steppers.slice(0, 1);
}
