import './host.css';
import type { LogEntry } from '@hiram/bridge/host';
import { paths } from '../../borrower/src/app/paths.ts';
import { button, element, panel } from './element.ts';
import { createPhone } from './phone.ts';
import { type BrandChoice, type Demo, sandbox } from './sandbox.ts';
import { createServerPanels } from './server-panels.ts';
import { sides } from './sides.ts';

const states = [
  ['ready', 'May confirm a loan', '/main'],
  ['21', 'Being decided', '/order', { referred: 1 }],
  ['110', 'Refused', '/order'],
  ['151', 'Approved, money waiting', '/order'],
  ['170', 'Running', '/order'],
  ['174', 'Due soon', '/order'],
  ['180', 'Late', '/order'],
  ['200', 'Settled', '/order'],
  ['new', 'Just registered', '/main'],
  ['110', 'Partner could not sign in', '/jointLoginFailure', { jointFailure: 1 }],
] as const;

/** Pages for visitors without the app. */
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

let borrower: Demo | undefined;

const log = element('ol', { class: 'log', label: 'Bridge log' });
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
let brandChoices: readonly BrandChoice[] = [];

/** Lists the languages of the selected brand. Keeps the selected language if the brand has it. */
function offerLanguages(): void {
  const selected = lang.value;
  const { languages = [] } = brandChoices.find(({ id }) => id === brand.value) ?? {};
  lang.replaceChildren(...languages.map((code) => new Option(code, code, false, code === selected)));
}

async function offerBrands(): Promise<void> {
  brandChoices = (await sandbox.brands()).brands;
  brand.replaceChildren(...brandChoices.map(({ id, name }) => new Option(`${name} (${id})`, id)));
  offerLanguages();
}

function showNotice(text: string): void {
  notice.textContent = text;
}

function addLog({ direction, text, reason }: LogEntry): void {
  const arrow =
    direction === 'in' ? 'web → app' : direction === 'out' ? 'app → web' : `refused: ${reason ?? ''}`;
  log.prepend(element('li', { class: direction }, element('span', {}, arrow), element('code', {}, text)));
  while (log.childElementCount > 60) log.lastElementChild?.remove();
}

const phone = createPhone(addLog, showNotice);

/** A click handler that runs an action, shows its error, and refreshes the panels. */
function handler(action: () => Promise<unknown>): () => void {
  return () => {
    action()
      .catch((error: unknown) => showNotice(error instanceof Error ? error.message : String(error)))
      .then(refresh)
      .catch(() => undefined);
  };
}

const serverPanels = createServerPanels(handler);

async function refresh(): Promise<void> {
  date.textContent = (await sandbox.date()).date;
  if (borrower) await serverPanels.refresh(borrower);
}

function borrowerHandler(
  state: string,
  path: string,
  options: Readonly<Record<string, unknown>> = {},
): () => void {
  return handler(async () => {
    const demo = await sandbox.borrower({ state, kind: kind.value, with: options }, brand.value);
    borrower = { ...demo, appName: brand.value, lang: lang.value };
    showNotice(`Demo borrower ${borrower.phone} of ${brand.selectedOptions[0]?.text ?? ''}`);
    phone.open(path, borrower);
  });
}

const borrowers = panel(
  'Demo borrowers',
  element('p', {}, 'Each state comes about as it does for a real borrower.'),
  element('div', { class: 'row' }, brand, lang, kind),
  element(
    'div',
    { class: 'grid' },
    ...states.map(([state, text, path, options]) =>
      button(/\d/.test(state) ? `${state} ${text}` : text, borrowerHandler(state, path, options)),
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
    button('Open', () => phone.open(screen.value, borrower)),
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
        handler(() => sandbox.move(days).then(() => phone.open('/order', borrower))),
      ),
    ),
  ),
);
const cashier = panel('Cashier', serverPanels.codes);
const payouts = panel(
  'Payouts',
  element('p', {}, 'Payouts arrive by themselves within a second. Decide sooner:'),
  element(
    'div',
    { class: 'row' },
    button(
      'Paid',
      handler(() => sandbox.payout(orderId(), 'paid')),
    ),
    button(
      'Returned',
      handler(() => sandbox.payout(orderId(), 'returned')),
    ),
  ),
);
/** Deliberate errors of the host's side of the bridge, to test how the page handles them. */
const misbehaviours = {
  'answers at once': {},
  'answers after 2 s': { latency: 2_000 },
  'never answers': { drop: true },
  'answers twice': { duplicate: true },
  'answers cut short': { garble: true },
  'can do nothing': { reject: 'unsupported' },
} as const;

const misbehaviourSelect = element(
  'select',
  { label: 'How the app behaves' },
  ...Object.keys(misbehaviours).map((name) => new Option(name, name)),
);
misbehaviourSelect.addEventListener('change', () => {
  for (const [name, misbehaviour] of Object.entries(misbehaviours))
    if (name === misbehaviourSelect.value) phone.misbehave(misbehaviour);
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
  misbehaviourSelect,
);

function orderId(): string {
  if (!borrower?.orderId)
    throw new Error('This borrower has no order of the demo; open one from its own state.');
  return borrower.orderId;
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
    sides(),
  ),
  element(
    'div',
    { class: 'columns' },
    phone.view,
    element(
      'div',
      { class: 'panels' },
      notice,
      borrowers,
      screens,
      clock,
      cashier,
      panel('The lender', serverPanels.reviewQueue),
      payouts,
      panel('Text messages', serverPanels.inbox),
      sizes,
      panel('Bridge', log),
    ),
  ),
);
// Each brand has its own app and borrowers, so a new brand starts with a new borrower.
brand.addEventListener('change', () => {
  offerLanguages();
  borrowerHandler('ready', '/main')();
});
lang.addEventListener('change', () => {
  if (!borrower) return;
  borrower = { ...borrower, lang: lang.value };
  phone.open('/main', borrower);
});
offerBrands().catch((error: unknown) => showNotice(error instanceof Error ? error.message : String(error)));
notice.setAttribute('role', 'status');
phone.size(360, 640);
void refresh();
setInterval(() => void refresh().catch(() => undefined), 2_000);
