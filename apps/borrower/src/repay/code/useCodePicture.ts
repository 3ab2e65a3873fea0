import { useEffect, useState } from 'react';
import { whenQuiet } from '../../net/transport/when-quiet.ts';

const nameOf = (address: string) => `picture ${address}`;

/** Caches a code's picture on the phone, encrypted with the session as the code itself. */
async function cachePicture(address: string): Promise<void> {
  const { cacheAnswer, cachedAnswers } = await import('../../net/cache/cached-answers.ts');
  if (await cachedAnswers.read(nameOf(address))) return;
  const answer = await fetch(address);
  if (answer.ok) await cacheAnswer(nameOf(address), await answer.text());
}

async function readPicture(address: string): Promise<string | undefined> {
  const { cachedAnswers } = await import('../../net/cache/cached-answers.ts');
  const cached = await cachedAnswers.read(nameOf(address));
  return typeof cached?.data === 'string'
    ? `data:image/svg+xml,${encodeURIComponent(cached.data)}`
    : undefined;
}

/**
 * The address of a code's picture. While there is a connection the phone caches the picture; without one the cached picture is
 * shown.
 */
export function useCodePicture(address: string, isOffline: boolean): string {
  const [cached, setCached] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (address === '') return undefined;
    if (!isOffline) return whenQuiet(() => cachePicture(address).catch(() => undefined));
    let isCurrent = true;
    readPicture(address).then(
      (picture) => isCurrent && setCached(picture),
      // The picture may still be in the browser's memory.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [address, isOffline]);
  return (isOffline && cached) || address;
}
