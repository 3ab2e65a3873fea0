import type { OrderId } from '@hiram/contract/ids';
import { storePageKey } from '../app/page/page-key.ts';

/** The unsent complaint. It survives a closed web view, and is deleted when the complaint is sent (CMP-12). */
export interface Draft {
  readonly type: string;
  readonly subtype: string;
  readonly orderId: OrderId;
  readonly text: string;
  readonly pictures: readonly string[];
}

/** One key for each borrower: on a shared phone a borrower must not see another person's draft. */
const keyOf = (owner: string) => `hiram.complaint.${owner}`;

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false;
  const fields: Readonly<Record<string, unknown>> = { ...value };
  return (
    ['type', 'subtype', 'orderId', 'text'].every((name) => typeof fields[name] === 'string') &&
    Array.isArray(fields.pictures) &&
    fields.pictures.every((picture) => typeof picture === 'string')
  );
}

export function readDraft(owner: string): Draft | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(owner)) ?? 'null');
    return isDraft(value) ? value : undefined;
  } catch {
    return undefined; // No storage in this web view, or not our format: there is no draft.
  }
}

export function storeDraft(owner: string, draft: Draft): void {
  try {
    if (draft.text === '' && draft.pictures.length === 0) localStorage.removeItem(keyOf(owner));
    else localStorage.setItem(keyOf(owner), JSON.stringify(draft));
  } catch {
    // See readDraft: without storage the text lasts as long as the page.
  }
}

/** CMP-12: local storage is cleared after a complaint is saved. */
export function clearStorage(): void {
  try {
    localStorage.clear();
  } catch {
    // See readDraft.
  }
  // The page's key is not a draft. Without it the session would end.
  storePageKey();
}
