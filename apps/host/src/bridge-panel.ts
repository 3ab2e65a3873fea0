import type { LogEntry } from '@hiram/bridge/host';
import type { Misbehaviour } from '@hiram/bridge/misbehave';
import { paths } from '../../borrower/src/app/navigation/paths.ts';
import { button, element, panel } from './element.ts';
import type { Phone } from './phone.ts';
import type { Demo } from './sandbox.ts';

const maxEntries = 60;

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

/** Deliberate errors of the host's side of the bridge, to test how the page handles them. */
const misbehaviours: Readonly<Record<string, Misbehaviour>> = {
  'answers at once': {},
  'answers after 2 s': { latency: 2_000 },
  'never answers': { drop: true },
  'answers twice': { duplicate: true },
  'answers cut short': { garble: true },
  'can do nothing': { reject: 'unsupported' },
};

/** The log of the bridge's messages: what each one is, and its text on request. */
export function createLog(): { readonly view: HTMLElement; add(entry: LogEntry): void } {
  const view = element('ol', { class: 'log', label: 'Bridge log' });
  return {
    view,
    add({ direction, text, reason }) {
      const way = { in: 'web → app', out: 'app → web', refused: `refused: ${reason ?? ''}` }[direction];
      const details = element('details', {}, element('summary', {}, element('span', {}, way), nameOf(text)));
      details.append(element('code', {}, text));
      view.prepend(element('li', { class: direction }, details));
      while (view.childElementCount > maxEntries) view.lastElementChild?.remove();
    },
  };
}

/** The name of a message: its action, its event, or that it is an answer. */
function nameOf(text: string): string {
  const [, name] = /"(?:action|event)":"(\w{1,40})"/.exec(text) ?? [];
  if (name) return name;
  return /"ok":true/.test(text) ? 'done' : 'answer';
}

/** The controls of the bridge: any screen, the phone's size, and how the app behaves. */
export function createBridgePanel(
  phone: Phone,
  log: HTMLElement,
  current: () => Demo | undefined,
): HTMLElement {
  const screen = element(
    'select',
    { label: 'Screen' },
    ...[...Object.values(paths), ...visitorPaths].map((path) => new Option(path)),
  );
  const behaviour = element(
    'select',
    { label: 'How the app behaves' },
    ...Object.keys(misbehaviours).map((name) => new Option(name, name)),
  );
  behaviour.addEventListener('change', () => phone.misbehave(misbehaviours[behaviour.value] ?? {}));
  return element(
    'div',
    { class: 'sheet' },
    panel(
      'Screens',
      element('p', {}, 'Opens any screen for the borrower, as the app would.'),
      element(
        'div',
        { class: 'row' },
        screen,
        button('Open', () => phone.open(screen.value, current())),
      ),
    ),
    panel(
      'Phone',
      element(
        'div',
        { class: 'row' },
        button('360 × 640', () => phone.size(360, 640)),
        button('390 × 844', () => phone.size(390, 844)),
      ),
      element('p', {}, 'The app '),
      behaviour,
    ),
    panel('Messages of the bridge', log),
  );
}
