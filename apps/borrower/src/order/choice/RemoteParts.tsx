import type { OrderId } from '@hiram/contract/ids';
import type { StepsQuote } from '@hiram/contract/loan';
import type { LoanDetails } from '@hiram/contract/order';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode, RefObject } from 'react';
import { goTo } from '../../app/navigation/go.ts';
import { paths } from '../../app/navigation/paths.ts';
import { money, showDate } from '../../app/settings/money.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { toast } from '../../kit/feedback/toaster.ts';
import { Amount, Pill } from '../../kit/layout/Card.tsx';
import { sumText } from '../../lending/amount/sum-text.ts';
import { useSavedSum } from '../../lending/offers/payoff-words.ts';
import { useSubmit } from '../../net/submit/useSubmit.ts';
import { remindToPay } from '../calls.ts';
import css from './Remote.module.css';
import type { Answer, Choice, Quoting, Refusal } from './remote-choice.ts';

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
      due: [t`To pay now`, t`If you pay on ${weekday(quote.day)}, ${date}`],
    };
    const label = labels[kind][choice.days === 0 ? 0 : 1] ?? '';
    return { label, figure: `${money(quote.amount)}${more}` };
  };
}

/** From when a refused choice can be paid. */
export function useRefusalText(): (refusal: Refusal) => string {
  const { t } = useLingui();
  return ({ from, no, isAll }) => {
    const date = showDate(from, 'short');
    return isAll ? t`The whole loan can be paid from ${date}` : t`Payment ${no} can be paid from ${date}`;
  };
}

/** The texts of a lead by the name of their part. A part without a text is not shown. */
export type LeadTexts = Readonly<Record<string, string>>;

/**
 * The texts of an answer: its label, the amount, what it adds or saves, and how certain it is. `from` says when the choice can be
 * paid, if not on its own day. Without an answer only the server can quote, and it is being asked.
 */
export function useLeadTexts(
  unpaid: LoanDetails['order']['repayments'],
): (answer: Answer | undefined, from: Refusal | undefined) => LeadTexts {
  const { t } = useLingui();
  const wordsOf = useWords();
  const refusalText = useRefusalText();
  const savedSum = useSavedSum();
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
  /** How the amount follows from the payments, the late days and what is saved; where more counts, from what is owed and saved. */
  const workingOf = ({ steps, rows, kind, amount, saves }: StepsQuote): string => {
    const amounts = unpaid.slice(0, steps).map((row) => row.unpaid);
    const add = (sum: number, { amount }: { readonly amount: number }) => sum + amount;
    const charges = rows.filter((row) => row.kind === 'late' || row.kind === 'penalty').reduce(add, 0);
    const less = kind === 'payoff' ? saves : 0;
    if (amounts.reduce((a, b) => a + b, charges - less) !== amount)
      return less > 0 ? savedSum(amount, less) : '';
    if (amounts[0] === amount) return '';
    const sum = sumText(amounts);
    const late = money(charges);
    return `${charges > 0 ? t`${sum} + ${late} for late days` : sum}${less > 0 ? ` − ${money(less)}` : ''}`;
  };
  return (answer, refusal): LeadTexts => {
    if (!answer) return { label: t`Being worked out`, amount: '…' };
    const { quote, added, truth, choice } = answer;
    // Nothing at all can be paid on that day.
    const isTooEarly = !quote.payable && quote.steps <= quote.least;
    const from = refusal ?? (isTooEarly ? { from: quote.payableFrom, no: 0, isAll: true } : undefined);
    const saves = quote.kind === 'payoff' ? quote.saves : 0;
    return {
      label: wordsOf(answer).label,
      amount: money(quote.amount),
      added: added > 0 && !from ? t`${money(added)} more than today` : '',
      bubble: added > 0 ? `+${money(added)}` : '',
      // At most two of these have room beside each other.
      saves: from
        ? ''
        : saves > 0
          ? t`You save ${money(saves)}`
          : choice.days > 0 && added === 0 && quote.steps === choice.steps
            ? t`Same amount as today`
            : '',
      numbers: from || saves > 0 ? '' : numbersOf(quote),
      working: workingOf(quote),
      sum: money(quote.amount),
      from: from ? refusalText(from) : '',
      truth: truths[truth],
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
const textNames = [
  'amount',
  'sum',
  'added',
  'bubble',
  'saves',
  'numbers',
  'label',
  'working',
  'from',
  'truth',
] as const;

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
      <div className={css.figure}>
        <Amount isLead>
          <span data-text="amount" />
        </Amount>
        <small data-text="truth" />
      </div>
      <p className={css.pills}>
        {pills.map(([tone, name]) => (
          <span key={name} data-pill="" hidden>
            <Pill tone={tone}>
              <span data-text={name} />
            </Pill>
          </span>
        ))}
      </p>
      <p className={css.working} data-text="working" />
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
  const canPay = order.quote?.payable;
  return (
    <div className={css.actions}>
      {canPay ? <Button onTap={() => goTo(paths.repay, page)}>{t`Pay ${amount} now`}</Button> : null}
      <Button look={canPay ? 'secondary' : 'primary'} busy={busy} onTap={() => void remind()}>
        {t`Remind me ${day}`}
      </Button>
    </div>
  );
}
