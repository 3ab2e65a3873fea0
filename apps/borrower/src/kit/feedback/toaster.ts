/**
 * Toasts, callable from anywhere. The toaster renders them inside the topmost open dialog; otherwise they would be
 * painted below it.
 */
export type ToastKind = 'info' | 'success' | 'error' | 'loading';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: ToastKind;
}

export interface ToastHandle {
  close(): void;
}

/**
 * The display time in milliseconds. CFG-07: 3 s by default, at least 300 ms if a duration is given, 2 s for an info
 * toast.
 */
function toastMs(kind: ToastKind, duration?: number): number {
  if (kind === 'loading') return Number.POSITIVE_INFINITY;
  if (duration !== undefined) return Math.max(300, duration);
  return kind === 'info' ? 2_000 : 3_000;
}

let toasts: readonly Toast[] = [];
let dialogs: readonly HTMLElement[] = [];
let onPage: readonly string[] = [];
let next = 1;
const listeners = new Set<() => void>();

function notify(): void {
  snapshot = { toasts, layer: dialogs[dialogs.length - 1], onPage };
  for (const listener of listeners) listener();
}

let snapshot: {
  readonly toasts: readonly Toast[];
  readonly layer: HTMLElement | undefined;
  /** Texts that the page itself displays: a toast with the same text is announced but not shown again. */
  readonly onPage: readonly string[];
} = { toasts, layer: undefined, onPage };

/** Shows a toast. A loading toast stays until its handle closes it. */
export function toast(
  text: string,
  { kind = 'error', duration }: { kind?: ToastKind; duration?: number } = {},
): ToastHandle {
  const id = next;
  next += 1;
  toasts = [...toasts.filter((item) => item.text !== text), { id, text, kind }];
  notify();
  const close = () => {
    if (!toasts.some((item) => item.id === id)) return;
    toasts = toasts.filter((item) => item.id !== id);
    notify();
  };
  const ms = toastMs(kind, duration);
  if (ms !== Number.POSITIVE_INFINITY) setTimeout(close, ms);
  return { close };
}

/** Declares that a panel displays this text. Returns a function that ends the declaration. */
export function holdText(text: string): () => void {
  onPage = [...onPage, text];
  notify();
  return () => {
    const removedIndex = onPage.indexOf(text);
    onPage = onPage.filter((_, index) => index !== removedIndex);
    notify();
  };
}

export function enterDialog(dialog: HTMLElement): void {
  dialogs = [...dialogs, dialog];
  notify();
}

export function leaveDialog(dialog: HTMLElement): void {
  dialogs = dialogs.filter((item) => item !== dialog);
  notify();
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function current(): typeof snapshot {
  return snapshot;
}
