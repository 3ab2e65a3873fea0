import { useEffect, useSyncExternalStore } from 'react';
import type { IconName } from '../kit/Icon.tsx';

/** Something that the person looked at. */
interface Seen {
  readonly href: string;
  readonly label: string;
  readonly icon: IconName;
}

const storageName = 'hiram-recent';
const maxSeen = 6;
const listeners = new Set<() => void>();
let seen: readonly Seen[] = JSON.parse(sessionStorage.getItem(storageName) ?? '[]');

function save(next: readonly Seen[]): void {
  seen = next;
  sessionStorage.setItem(storageName, JSON.stringify(next));
  for (const listener of listeners) listener();
}

/** Remembers a page of this tab under Recent, while the person is signed in. */
export function useRemember(page: Seen | undefined): void {
  const { href, label, icon } = page ?? {};
  useEffect(() => {
    if (href === undefined || label === undefined || icon === undefined) return;
    save([{ href, label, icon }, ...seen.filter((other) => other.href !== href)].slice(0, maxSeen));
  }, [href, label, icon]);
}

export function useRecent(): readonly Seen[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => seen,
  );
}

export const forgetRecent = (): void => save([]);
