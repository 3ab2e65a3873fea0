import './host.css';
import type { LogEntry } from '@hiram/bridge/host';
import { paths } from '../../borrower/src/app/paths.ts';
import { button, element, panel } from './element.ts';
import { createPhone } from './phone.ts';
import { type BrandChoice, type Demo, sandbox } from './sandbox.ts';

const states = [
  ['ready', 'May confirm a loan', '/main'],
  ['21', 'Being decided', '/order'],
  ['110', 'Refused', '/order'],
  ['151', 'Approved, money waiting', '/order'],
  ['170', 'Running', '/order'],
  ['174', 'Due soon', '/order'],
  ['180', 'Late', '/order'],
  ['200', 'Settled', '/order'],
  ['new', 'Just registered', '/main'],
  ['110', 'Partner could not sign in', '/jointLoginFailure', { jointFailure: 1 }],
] as const;

/** Pages for people who have no app yet. */
const visitorPaths = [
  '/promotion',
  '/downloadTemplate',
  '/agreementTemplate',
  '/',
  '/about',
  '/contact',
  '/policy',
  '/terms',
];

let who: Demo | undefined;

const log = element('ol', { class: 'log', label: 'Bridge log' });
const inbox = element('ul', { class: 'inbox' });
const codes = element('ul', { class: 'codes' });
const desk = element('ul', { class: 'codes desk' });
const date = element('b', { class: 'date' });
const notice = element('p', { class: 'notice' });
const kind = element(
  'select',
  { label: 'Kind of loan' },
  new Option('Several repayments', 'perPeriod'),
  new Option('One repayment', 'single'),
);

const brand = element('select', { label: 'Brand' });
const lang = element('select', { label: 'Language' });
let known: readonly BrandChoice[] = [];

/** The languages of the brand that is chosen; the one before stays where it has it. */
function offerLanguages(): void {
  const before = lang.value;
  const { languages = [] } = known.find((one) => one.id === brand.value) ?? {};
  lang.replaceChildren(...languages.map((code) => new Option(code, code, false, code === before)));
}

async function offerBrands(): Promise<void> {
  known = (await sandbox.brands()).brands;
  brand.replaceChildren(...known.map(({ id, name }) => new Option(`${name} (${id})`, id)));
  offerLanguages();
}

function say(text: string): void {
  notice.textContent = text;
}

function addLog({ direction, text, reason }: LogEntry): void {
  const arrow =
    direction === 'in' ? 'web → app' : direction === 'out' ? 'app → web' : `refused: ${reason ?? ''}`;
  log.prepend(element('li', { class: direction }, element('span', {}, arrow), element('code', {}, text)));
  while (log.childElementCount > 60) log.lastElementChild?.remove();
}

const phone = createPhone(addLog, say);

/** Runs a tap's work; what goes wrong is said, and the panels are brought up to date. */
function doing(work: () => Promise<unknown>): () => void {
  return () => {
    work()
      .catch((error: unknown) => say(error instanceof Error ? error.message : String(error)))
      .then(refresh)
      .catch(() => undefined);
  };
}

async function refresh(): Promise<void> {
  date.textContent = (await sandbox.date()).date;
  if (!who) return;
  const { messages } = await sandbox.sms(who.phone);
  inbox.replaceChildren(...messages.map((message) => element('li', {}, message.text)));
  if (messages.length === 0) inbox.replaceChildren(element('li', { class: 'none' }, 'No messages yet.'));
  const open = (await sandbox.codes(who.phone)).codes;
  codes.replaceChildren(
    ...open.map((code) =>
      element(
        'li',
        {},
        element(
          'span',
          {},
          `${code.channel} · ${code.payCode.replace(/(\d{4})(?=\d)/g, '$1 ')} · ${(code.amount / 100).toFixed(2)} · ${code.state}`,
        ),
        button(
          'Pay',
          doing(() => sandbox.pay(code.payCode)),
        ),
        button(
          'Half',
          doing(() => sandbox.pay(code.payCode, Math.max(1, Math.floor(code.amount / 2)))),
        ),
      ),
    ),
  );
  const complaints = (await sandbox.openComplaints(who.phone)).complaints;
  const transfers = (await sandbox.openTransfers(who.phone)).transfers;
  desk.replaceChildren(
    ...complaints.map(({ problemId, reference, content }) =>
      element(
        'li',
        {},
        element('span', {}, `Complaint ${reference}: ${content}`),
        button(
          'Answer',
          doing(() => sandbox.answerComplaint(problemId, 'Thank you for telling us. We have put it right.')),
        ),
      ),
    ),
    ...transfers.map(({ utr, amount }) =>
      element(
        'li',
        {},
        element('span', {}, `Transfer ${utr} · ${(amount / 100).toFixed(2)}`),
        button(
          'Found',
          doing(() => sandbox.reviewTransfer(utr, 'accepted')),
        ),
        button(
          'Not found',
          doing(() => sandbox.reviewTransfer(utr, 'refused')),
        ),
      ),
    ),
  );
  if (desk.childElementCount === 0)
    desk.replaceChildren(
      element('li', { class: 'none' }, 'Complaints and transfers that wait for a person appear here.'),
    );
  if (open.length === 0)
    codes.replaceChildren(element('li', { class: 'none' }, 'Codes appear here when the borrower makes one.'));
}

function become(state: string, path: string, options: Readonly<Record<string, unknown>> = {}): () => void {
  return doing(async () => {
    const demo = await sandbox.borrower({ state, kind: kind.value, with: options }, brand.value);
    who = { ...demo, appName: brand.value, lang: lang.value };
    say(`Demo borrower ${who.phone} of ${brand.selectedOptions[0]?.text ?? ''}`);
    phone.open(path, who);
  });
}

const borrowers = panel(
  'Demo borrowers',
  element('p', {}, 'Each is brought into its state by what brings real ones there.'),
  element('div', { class: 'row' }, brand, lang, kind),
  element(
    'div',
    { class: 'grid' },
    ...states.map(([state, text, path, options]) =>
      button(/\d/.test(state) ? `${state} ${text}` : text, become(state, path, options)),
    ),
  ),
);
const screen = element(
  'select',
  { label: 'Screen' },
  ...[...Object.values(paths), ...visitorPaths].map((path) => new Option(path)),
);
const screens = panel(
  'Screens',
  element('p', {}, 'Opens any screen for the borrower above, as the app would.'),
  element(
    'div',
    { class: 'row' },
    screen,
    button('Open', () => phone.open(screen.value, who)),
  ),
);
const clock = panel(
  'Clock',
  element('p', {}, 'The business’s day is ', date, '. It only moves forward.'),
  element(
    'div',
    { class: 'row' },
    ...[1, 3, 7, 30].map((days) =>
      button(
        `+${days} d`,
        doing(() => sandbox.move(days).then(() => phone.open('/order', who))),
      ),
    ),
  ),
);
const cashier = panel('Cashier', codes);
const payouts = panel(
  'Payout desk',
  element('p', {}, 'Payouts arrive by themselves within a second. Decide sooner:'),
  element(
    'div',
    { class: 'row' },
    button(
      'Paid',
      doing(() => sandbox.payout(orderId(), 'paid')),
    ),
    button(
      'Returned',
      doing(() => sandbox.payout(orderId(), 'returned')),
    ),
  ),
);
/** What the app's side of the bridge can do wrong, to see the page live with it. */
const misbehaviours = {
  'answers at once': {},
  'answers after 2 s': { latency: 2_000 },
  'never answers': { drop: true },
  'answers twice': { duplicate: true },
  'answers cut short': { garble: true },
  'can do nothing': { reject: 'unsupported' },
} as const;

const manners = element(
  'select',
  { label: 'The app’s manners' },
  ...Object.keys(misbehaviours).map((name) => new Option(name, name)),
);
manners.addEventListener('change', () => {
  for (const [name, how] of Object.entries(misbehaviours)) if (name === manners.value) phone.misbehave(how);
});

const sizes = panel(
  'Phone',
  element(
    'div',
    { class: 'row' },
    button('360 × 640', () => phone.size(360, 640)),
    button('390 × 844', () => phone.size(390, 844)),
  ),
  element('p', {}, 'The app '),
  manners,
);

function orderId(): string {
  if (!who?.orderId) throw new Error('This borrower has no order of the demo; open one from its own state.');
  return who.orderId;
}

const root = document.getElementById('host');
root?.append(
  element(
    'header',
    {},
    element('h1', {}, 'Hiram'),
    element(
      'p',
      {},
      'The lender’s app, simulated. Everything behind it is real: server, database, provider, signed webhooks.',
    ),
  ),
  element(
    'div',
    { class: 'desk' },
    phone.view,
    element(
      'div',
      { class: 'panels' },
      notice,
      borrowers,
      screens,
      clock,
      cashier,
      panel('The lender’s desk', desk),
      payouts,
      panel('Text messages', inbox),
      sizes,
      panel('Bridge', log),
    ),
  ),
);
// Another brand is another app on the phone, with a borrower of its own.
brand.addEventListener('change', () => {
  offerLanguages();
  become('ready', '/main')();
});
lang.addEventListener('change', () => {
  if (!who) return;
  who = { ...who, lang: lang.value };
  phone.open('/main', who);
});
offerBrands().catch((error: unknown) => say(error instanceof Error ? error.message : String(error)));
notice.setAttribute('role', 'status');
phone.size(360, 640);
void refresh();
setInterval(() => void refresh().catch(() => undefined), 2_000);
