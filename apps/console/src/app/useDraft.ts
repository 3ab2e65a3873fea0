import { useCallback, useState } from 'react';

const prefix = 'hiram-draft ';

/**
 * Text that a person types, kept in this tab until it is cleared: over a reload, a lock and another screen. `name` says whose
 * text it is, such as `complaint <id>`.
 */
export function useDraft(
  name: string,
): readonly [text: string, set: (text: string) => void, clear: () => void] {
  const [state, setState] = useState(() => ({ name, text: sessionStorage.getItem(prefix + name) ?? '' }));
  if (state.name !== name) setState({ name, text: sessionStorage.getItem(prefix + name) ?? '' });
  const set = useCallback(
    (text: string) => {
      setState({ name, text });
      if (text === '') sessionStorage.removeItem(prefix + name);
      else sessionStorage.setItem(prefix + name, text);
    },
    [name],
  );
  const clear = useCallback(() => set(''), [set]);
  return [state.text, set, clear];
}

/** Removes what a person typed and did not send, when they sign out: the next one at this device reads none of it. */
export function clearDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}
