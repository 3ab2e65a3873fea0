import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of Array.from(listeners)) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('popstate', notify);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('popstate', notify);
  };
}

/** Opens an address of this app without loading a document. */
export function navigate(url: string, options: { replace?: boolean; state?: unknown } = {}): void {
  const { replace: isReplacing = false, state = null } = options;
  if (isReplacing) history.replaceState(state, '', url);
  else history.pushState(state, '', url);
  notify();
}

/** The path of the page. The component renders again when it changes. */
export const usePathname = (): string => useSyncExternalStore(subscribe, () => location.pathname);

/** The query of the page with its question mark, or an empty text. The component renders again when it changes. */
export const useSearch = (): string => useSyncExternalStore(subscribe, () => location.search);
