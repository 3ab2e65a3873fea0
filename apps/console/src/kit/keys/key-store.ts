/** A key of the page and what it does. */
export interface Binding {
  /** `C`, `Enter`, `?`, `Ctrl+K`, or two in a row: `G W`. */
  readonly key: string;
  readonly label: string;
  readonly run: () => void;
  /** The layer in which it works: 0 is the page, each open dialog is one higher. */
  readonly layer: number;
  /** True if the foot of the page shows it. */
  readonly isShown: boolean;
}

/** Keys of this browser's person: whether single letters work, and other letters than the usual ones. */
export interface KeyChoice {
  readonly isOn: boolean;
  readonly changed: Readonly<Record<string, string>>;
}

const storageName = 'hiram-console-keys';
const usual: KeyChoice = { isOn: true, changed: {} };
const bindings = new Set<Binding>();
const listeners = new Set<() => void>();
let list: readonly Binding[] = [];
let choice = storedChoice();
let layers = 0;

function storedChoice(): KeyChoice {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageName) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return usual;
    return { ...usual, ...stored };
  } catch {
    return usual;
  }
}

function notifyListeners(): void {
  list = [...bindings];
  for (const listener of listeners) listener();
}

/** A key whose action is away, while the next entry loads, waits so long for it to come back. */
const maxGapMs = 2_000;
/** When a key's action went away. */
const goneAt = new Map<string, number>();
let pending: { readonly name: string; readonly layer: number; readonly at: number } | undefined;

export function addBinding(binding: Binding): () => void {
  bindings.add(binding);
  notifyListeners();
  const pressed = pending;
  if (pressed?.name === keyOf(binding.key) && pressed.layer === binding.layer) {
    pending = undefined;
    // Once the page is drawn, so that it works on what is shown.
    if (performance.now() - pressed.at < maxGapMs) setTimeout(() => bindings.has(binding) && binding.run());
  }
  return () => {
    bindings.delete(binding);
    goneAt.set(`${binding.layer} ${keyOf(binding.key)}`, performance.now());
    notifyListeners();
  };
}

/** Opens a layer above the others: only its keys work until it is closed. */
export function openLayer(): { readonly layer: number; close: () => void } {
  layers += 1;
  notifyListeners();
  return {
    layer: layers,
    close: () => {
      layers -= 1;
      notifyListeners();
    },
  };
}

export function subscribeToKeys(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const allBindings = (): readonly Binding[] => list;
export const keyChoice = (): KeyChoice => choice;

/** Changes the person's keys, and keeps them in this browser. */
export function chooseKeys(chosen: KeyChoice): void {
  choice = chosen;
  localStorage.setItem(storageName, JSON.stringify(chosen));
  notifyListeners();
}

/** The key as the person presses it. */
export function keyOf(key: string): string {
  return key
    .split(' ')
    .map((part) => choice.changed[part] ?? part)
    .join(' ');
}

function nameOf(event: KeyboardEvent): string {
  const name = event.key === ' ' ? 'Space' : event.key.length === 1 ? event.key.toUpperCase() : event.key;
  return event.ctrlKey || event.metaKey ? `Ctrl+${name}` : name;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** A first key of two waits so long for the second. */
const maxPauseMs = 1_500;
let first: { readonly name: string; readonly at: number } | undefined;

/** Runs what a pressed key is bound to. Letters do nothing in a text field. */
export function pressKey(event: KeyboardEvent): void {
  if (event.altKey || event.defaultPrevented || event.isComposing) return;
  const name = nameOf(event);
  const hasControl = name.startsWith('Ctrl+');
  if (!hasControl && (isTyping(event.target) || !choice.isOn)) return;
  const candidates = list.filter((binding) => binding.layer === layers).reverse();
  const pair = first && event.timeStamp - first.at < maxPauseMs ? `${first.name} ${name}` : undefined;
  first = undefined;
  pending = undefined;
  const found = candidates.find(({ key }) => keyOf(key) === pair || keyOf(key) === name);
  if (found) {
    // Enter and Space on a control press that control; Space on what opens a row checks the row.
    const control = event.target instanceof HTMLElement && event.target.closest('button, a, [role=option]');
    if (control && (name === 'Enter' || (name === 'Space' && !control.closest('[data-row]')))) return;
    event.preventDefault();
    found.run();
  } else if (candidates.some(({ key }) => keyOf(key).startsWith(`${name} `)))
    first = { name, at: event.timeStamp };
  else if (performance.now() - (goneAt.get(`${layers} ${name}`) ?? -maxGapMs) < maxGapMs)
    pending = { name, layer: layers, at: performance.now() };
}
