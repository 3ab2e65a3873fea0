import { useEffect, useState } from 'react';
import { whenQuiet } from '../net/transport/when-quiet.ts';

const nameOf = (address: string) => `picture ${address}`;

/** Keeps a code's picture on the phone, encrypted with the session as the code itself. */
async function keepPicture(address: string): Promise<void> {
  const { keepAnswer, keptAnswers } = await import('../net/cache/kept-store.ts');
  if (await keptAnswers.read(nameOf(address))) return;
  const answer = await fetch(address);
  if (answer.ok) await keepAnswer(nameOf(address), await answer.text());
}

async function readPicture(address: string): Promise<string | undefined> {
  const { keptAnswers } = await import('../net/cache/kept-store.ts');
  const kept = await keptAnswers.read(nameOf(address));
  return typeof kept?.data === 'string' ? `data:image/svg+xml,${encodeURIComponent(kept.data)}` : undefined;
}

/**
 * The address of a code's picture. While there is a connection the phone keeps the picture; without one the kept picture is
 * shown.
 */
export function useCodePicture(address: string, isOffline: boolean): string {
  const [kept, setKept] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (address === '') return undefined;
    if (!isOffline) return whenQuiet(() => keepPicture(address).catch(() => undefined));
    let isCurrent = true;
    readPicture(address).then(
      (picture) => isCurrent && setKept(picture),
      // The picture may still be in the browser's memory.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [address, isOffline]);
  return (isOffline && kept) || address;
}
