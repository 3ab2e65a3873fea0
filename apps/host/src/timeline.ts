import { formatDate } from '@hiram/loan/format';
import { addDays, daysBetween } from './days.ts';
import { button, element } from './element.ts';
import type { Loan, Repayment } from './loan.ts';

/** Days that the timeline shows after today, if no loan makes it longer, and after the last due date. */
const openDays = 120;
const daysAfterLast = 14;
const jumps = [1, 3, 7, 30] as const;

export interface Timeline {
  readonly view: HTMLElement;
  /** Shows the business day and, once the phone's loan is paid out, its days from the payout on. */
  show(today: string, loan: Loan['userOrderDetail'] | undefined): void;
}

/** The business day as a timeline: drag it forward, or press a button. `move` gets the number of days. */
export function createTimeline(move: (days: number) => void, showNotice: (text: string) => void): Timeline {
  const date = element('b', { class: 'date' });
  const range = element('input', { type: 'range', label: 'Business day' });
  const marks = element('ol', { class: 'marks', label: 'Due dates' });
  let start = '';
  let today = '';
  let isDragging = false;

  range.addEventListener('input', () => {
    isDragging = true;
    date.textContent = formatDate(addDays(start, Number(range.value)), 'en');
  });
  range.addEventListener('change', () => {
    isDragging = false;
    const days = Number(range.value) - daysBetween(start, today);
    if (days > 0) return move(days);
    if (days < 0) showNotice('The business day only moves forward: what is booked stays booked.');
    update();
  });

  function update(): void {
    const position = daysBetween(start, today);
    range.value = String(position);
    range.setAttribute('aria-valuetext', formatDate(today, 'en'));
    range.style.setProperty('--at', String(position / Number(range.max)));
    date.textContent = formatDate(today, 'en');
  }

  const view = element(
    'section',
    { class: 'timeline' },
    element('h2', {}, 'Business day'),
    date,
    element('div', { class: 'track' }, marks, range),
    element('div', { class: 'row' }, ...jumps.map((days) => button(`+${days} d`, () => move(days)))),
  );
  return {
    view,
    show(day, loan) {
      const { payout, repayments = [] } = loan ?? {};
      start = payout?.date ?? day;
      today = day;
      const last = repayments[repayments.length - 1]?.dueTime ?? addDays(start, openDays);
      const length = Math.max(daysBetween(start, last), daysBetween(start, today)) + daysAfterLast;
      range.min = '0';
      range.max = String(length);
      marks.replaceChildren(...repayments.map((repayment) => markOf(repayment, start, length)));
      if (!isDragging) update();
    },
  };
}

function markOf({ dueTime, state, periodNo }: Repayment, start: string, length: number): HTMLElement {
  const mark = element('li', {
    class: state,
    title: `Payment ${periodNo}: ${formatDate(dueTime, 'en')}, ${state}`,
  });
  mark.append(
    element('span', { class: 'words' }, `Payment ${periodNo}, ${formatDate(dueTime, 'en')}, ${state}`),
  );
  const at = daysBetween(start, dueTime) / length;
  mark.style.setProperty('--at', String(at));
  mark.hidden = at < 0;
  return mark;
}
