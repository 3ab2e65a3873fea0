import './host.css';
import { createBorrowers } from './borrowers.ts';
import { createBridgePanel, createLog } from './bridge-panel.ts';
import { createChecksPanel } from './checks-panel.ts';
import { button, element, panel } from './element.ts';
import { type Loan, newestOrder, readLoan } from './loan.ts';
import { createPhone } from './phone.ts';
import { type Demo, sandbox } from './sandbox.ts';
import { createServerPanels } from './server-panels.ts';
import { createStoryPanel } from './story-panel.ts';
import type { Stage } from './story-steps.ts';
import { createTabs } from './tabs.ts';
import { createTheme } from './theme.ts';
import { createTimeline } from './timeline.ts';

const refreshMs = 2_000;

let borrower: Demo | undefined;

const notice = element('p', { class: 'notice' });
notice.setAttribute('role', 'status');

function showNotice(text: string): void {
  notice.textContent = text;
}

const log = createLog();
const phone = createPhone(log.add, showNotice);

/** A click handler that runs an action, shows its error, and refreshes the panels. */
function handler(action: () => Promise<unknown>): () => void {
  return () => {
    action()
      .catch((error: unknown) => showNotice(error instanceof Error ? error.message : String(error)))
      .then(refresh)
      .catch(() => undefined);
  };
}

const borrowers = createBorrowers({
  choose: (state, path, options) => handler(() => start(state, path, options))(),
  changeLanguage(lang) {
    if (!borrower) return;
    borrower = { ...borrower, lang };
    phone.open('/main', borrower);
  },
});

async function start(state: string, path: string, options: Readonly<Record<string, unknown>>): Promise<void> {
  borrower = await borrowers.create(state, options);
  showNotice(`Demo borrower ${borrower.phone}`);
  phone.open(path, borrower);
}

const serverPanels = createServerPanels(handler);

const timeline = createTimeline(
  (days) =>
    handler(async () => {
      await sandbox.move(days, borrower?.appName);
      if (borrower?.orderId) phone.open('/order', borrower);
      else phone.reload();
    })(),
  showNotice,
);

/** The borrower's newest loan, if there is one. */
async function loanOf(demo: Demo): Promise<Loan['userOrderDetail'] | undefined> {
  const orderId = demo.orderId ?? (await newestOrder(demo));
  return orderId === undefined ? undefined : (await readLoan({ ...demo, orderId })).userOrderDetail;
}

async function refresh(): Promise<void> {
  const shown = borrower;
  const { date } = await sandbox.date(shown?.appName);
  timeline.show(date, shown ? await loanOf(shown).catch(() => undefined) : undefined);
  await serverPanels.refreshMailbox();
  if (shown) await serverPanels.refresh(shown);
}

const stage: Stage = {
  newBorrower: () => borrowers.create('ready', { identified: 0 }),
  get borrower() {
    return borrower;
  },
  setBorrower(demo) {
    borrower = demo;
  },
  show(address) {
    const { pathname, searchParams } = new URL(address, location.origin);
    const parameters: Record<string, string> = {};
    searchParams.forEach((value, name) => {
      parameters[name] = value;
    });
    phone.open(pathname, borrower, parameters);
    refresh().catch(() => undefined);
  },
  back: () => phone.back(),
  look: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

async function endPayout(result: 'paid' | 'returned'): Promise<void> {
  if (!borrower?.orderId)
    throw new Error('This borrower has no order of the demo; open one from its own state.');
  await sandbox.payout(borrower.orderId, result);
}

const payouts = panel(
  'Payouts',
  element('p', {}, 'Payouts arrive by themselves within a second. Decide sooner:'),
  element(
    'div',
    { class: 'row' },
    button(
      'Paid',
      handler(() => endPayout('paid')),
    ),
    button(
      'Returned',
      handler(() => endPayout('returned')),
    ),
  ),
);

function consolePanel(): HTMLElement {
  const { console: consoleUrl } = document.documentElement.dataset;
  const text = element(
    'p',
    {},
    'The lender’s staff works in a console of its own: complaints, decisions, money, a loan changed by two people.',
  );
  const link = consoleUrl
    ? [element('a', { class: 'main', href: consoleUrl, target: 'hiram-console' }, 'Open the console')]
    : [];
  return panel('The lender’s staff', text, ...link, fillButton());
}

/** Makes borrowers in every state and all that waits for the staff: on a new sandbox the console has nothing to show. */
function fillButton(): HTMLElement {
  const fill = button('Fill with borrowers and work', () => {
    fill.setAttribute('disabled', '');
    showNotice('Sixty borrowers apply, borrow, pay and complain. It takes a few seconds.');
    sandbox
      .fill(borrowers.brand())
      .then((filled) =>
        showNotice(`${filled.borrowers} borrowers, and what waits for the staff: open the console.`),
      )
      .catch((error: unknown) => showNotice(error instanceof Error ? error.message : String(error)))
      .then(() => fill.removeAttribute('disabled'))
      .then(refresh)
      .catch(() => undefined);
  });
  return fill;
}

const sheet = (...children: readonly HTMLElement[]) => element('div', { class: 'sheet' }, ...children);

const tabs = createTabs('Demo', [
  { name: 'Story', content: sheet(createStoryPanel(stage, showNotice), borrowers.panel) },
  { name: 'Money', content: sheet(panel('Cashier', serverPanels.codes), payouts) },
  {
    name: 'Messages',
    content: sheet(
      panel('Text messages', serverPanels.inbox),
      panel('Mail to the staff', serverPanels.mailbox),
    ),
  },
  { name: 'Checks', content: sheet(createChecksPanel(showNotice)) },
  { name: 'Bridge', content: createBridgePanel(phone, log.view, () => borrower) },
  {
    name: 'Console',
    content: sheet(consolePanel(), panel('Waiting for an answer', serverPanels.reviewQueue)),
  },
]);

document
  .getElementById('host')
  ?.append(
    element(
      'header',
      {},
      element('h1', {}, 'Hiram'),
      element('p', {}, 'The lender’s app, simulated. Server, database, provider and webhooks are real.'),
      element('div', { class: 'row' }, borrowers.choices, createTheme()),
    ),
    element('main', {}, phone.view, element('div', { class: 'side' }, timeline.view, notice, tabs)),
  );

phone.size(360, 720);
addEventListener('resize', () => phone.fit());
borrowers
  .load()
  .then((brand) => {
    // An address that names a brand is a tester's: the phone waits for a borrower.
    if (!new URLSearchParams(location.search).has('brand'))
      phone.open('/promotion', undefined, { appName: brand });
  })
  .then(refresh)
  .catch((error: unknown) => showNotice(error instanceof Error ? error.message : String(error)));
setInterval(() => void refresh().catch(() => undefined), refreshMs);
