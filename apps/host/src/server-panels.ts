import { formatCents } from '@hiram/loan/format';
import { button, element } from './element.ts';
import { type Demo, sandbox } from './sandbox.ts';

/** The panels that show the server's side of a borrower: text messages, codes to pay, and what waits for review. */
export interface ServerPanels {
  readonly inbox: HTMLElement;
  readonly mailbox: HTMLElement;
  readonly codes: HTMLElement;
  readonly reviewQueue: HTMLElement;
  refresh(borrower: Demo): Promise<void>;
  /** The panels that belong to no borrower. */
  refreshMailbox(): Promise<void>;
}

/** Makes a click handler of an action: it shows the action's error, and refreshes the panels. */
export type HandlerOf = (action: () => Promise<unknown>) => () => void;

export function createServerPanels(handler: HandlerOf): ServerPanels {
  const inbox = element('ul', { class: 'inbox' });
  const mailbox = element('ul', { class: 'inbox' });
  const codes = element('ul', { class: 'codes' });
  const reviewQueue = element('ul', { class: 'codes review' });

  return {
    inbox,
    mailbox,
    refreshMailbox: () => refreshMailbox(mailbox),
    codes,
    reviewQueue,
    async refresh(borrower) {
      await refreshInbox(inbox, borrower);
      await refreshCodes(codes, borrower, handler);
      await refreshReviewQueue(reviewQueue, borrower, handler);
    },
  };
}

async function refreshInbox(inbox: HTMLElement, borrower: Demo): Promise<void> {
  const { messages } = await sandbox.sms(borrower);
  show(
    inbox,
    messages.map((message) => element('li', {}, message.text)),
    'No messages yet.',
  );
}

async function refreshMailbox(mailbox: HTMLElement): Promise<void> {
  const { mails } = await sandbox.mails();
  show(
    mailbox,
    mails.map(({ to, subject, text }) =>
      element('li', {}, element('p', {}, `${to} · ${subject}`), ...text.split('\n\n').map(mailPart)),
    ),
    'No mail yet.',
  );
}

/** A paragraph of a mail. An address in a paragraph of its own can be opened. */
function mailPart(text: string): HTMLElement {
  return /^https?:\/\/\S+$/.test(text)
    ? element('a', { href: text, target: 'hiram-console' }, text)
    : element('p', {}, text);
}

async function refreshCodes(codes: HTMLElement, borrower: Demo, handler: HandlerOf): Promise<void> {
  const { codes: openCodes } = await sandbox.codes(borrower);
  const items = openCodes.map(({ payCode, channel, amount, state }) => {
    const digits = payCode.replace(/(\d{4})(?=\d)/g, '$1 ');
    const half = Math.max(1, Math.floor(amount / 2));
    return element(
      'li',
      {},
      element('span', {}, `${channel} · ${digits} · ${formatCents(amount, borrower.market)} · ${state}`),
      button(
        'Pay',
        handler(() => sandbox.pay(payCode)),
      ),
      button(
        'Half',
        handler(() => sandbox.pay(payCode, half)),
      ),
    );
  });
  show(codes, items, 'Codes appear here when the borrower makes one.');
}

async function refreshReviewQueue(
  reviewQueue: HTMLElement,
  borrower: Demo,
  handler: HandlerOf,
): Promise<void> {
  const { complaints } = await sandbox.openComplaints(borrower);
  const { transfers } = await sandbox.openTransfers(borrower);
  const answer = 'Thank you for telling us. We have put it right.';
  const items = [
    ...complaints.map(({ problemId, reference, content }) =>
      element(
        'li',
        {},
        element('span', {}, `Complaint ${reference}: ${content}`),
        button(
          'Answer',
          handler(() => sandbox.answerComplaint(problemId, answer)),
        ),
      ),
    ),
    ...transfers.map(({ utr, amount }) =>
      element(
        'li',
        {},
        element('span', {}, `Transfer ${utr} · ${formatCents(amount, borrower.market)}`),
        button(
          'Found',
          handler(() => sandbox.reviewTransfer(utr, 'accepted')),
        ),
        button(
          'Not found',
          handler(() => sandbox.reviewTransfer(utr, 'rejected')),
        ),
      ),
    ),
  ];
  show(reviewQueue, items, 'Complaints and transfers that wait for a person appear here.');
}

/** Shows the items of a list, or a line that says that there are none. */
function show(list: HTMLElement, items: readonly HTMLElement[], none: string): void {
  list.replaceChildren(...(items.length > 0 ? items : [element('li', { class: 'none' }, none)]));
}
