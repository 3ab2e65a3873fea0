import { keepPageKey } from '../app/page-key.ts';

/** What was typed so far: it survives a closed web view, and goes when the complaint is sent (CMP-12). */
export interface Draft {
  readonly problemType: string;
  readonly problemSonType: string;
  readonly orderId: string;
  readonly text: string;
  readonly pictures: readonly string[];
}

/** Each borrower's own: a phone may be shared, and a complaint is nobody else's to read. */
const keyOf = (owner: string) => `hiram.complaint.${owner}`;

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false;
  const found: Readonly<Record<string, unknown>> = { ...value };
  return (
    ['problemType', 'problemSonType', 'orderId', 'text'].every((name) => typeof found[name] === 'string') &&
    Array.isArray(found.pictures) &&
    found.pictures.every((one) => typeof one === 'string')
  );
}

export function readDraft(owner: string): Draft | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(owner)) ?? 'null');
    return isDraft(value) ? value : undefined;
  } catch {
    return undefined; // No storage in this web view, or not ours: then there is no draft.
  }
}

export function keepDraft(owner: string, draft: Draft): void {
  try {
    if (draft.text === '' && draft.pictures.length === 0) localStorage.removeItem(keyOf(owner));
    else localStorage.setItem(keyOf(owner), JSON.stringify(draft));
  } catch {
    // As above: what is typed lives as long as the page.
  }
}

/** CMP-12: after a complaint is saved, local storage is cleared. */
export function clearStorage(): void {
  try {
    localStorage.clear();
  } catch {
    // As above.
  }
  // What this page proves itself by is nothing that was typed, and its session would end without it.
  keepPageKey();
}
