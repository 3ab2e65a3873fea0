import { useState } from 'react';

/** The fragment of the page's address, a token, which is removed from the address at once. */
export function useFragment(): string {
  const [fragment] = useState(() => {
    const text = location.hash.slice(1);
    history.replaceState(null, '', location.pathname);
    return text;
  });
  return fragment;
}
