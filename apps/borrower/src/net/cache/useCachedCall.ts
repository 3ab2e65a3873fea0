import type { Call, CallInput, CallOutput } from '@hiram/contract/call';
import { createElement, type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { readLastKnown } from '../../app/page/last-known.ts';
import { callContext } from '../../app/settings/context.ts';
import { type CallState, useCall } from '../answers/useCall.ts';
import type { LaterCall } from '../transport/client.ts';
import { whenQuiet } from '../transport/when-quiet.ts';
import type { CachedAnswer } from './answer-cache.ts';

type LastKnown = typeof import('./last-known-mark.tsx');
const load = (): Promise<LastKnown> => import('./last-known-mark.tsx');

/** Caches an answer, and with the page the script that shows it. */
async function cache(name: string, data: unknown): Promise<void> {
  const [{ cacheAnswer }] = await Promise.all([import('./cached-answers.ts'), load()]);
  await cacheAnswer(name, data);
}

/** The state of a call. With `held` the data are those that the phone cached: it says so, and no button acts on them. */
export type CachedCallState<Data> = CallState<Data> & { readonly held?: ReactNode };

/** Milliseconds. While the server answers with the document, or a screen follows another one, a usual answer comes in time. */
const patienceMs = 400;

interface Shown {
  readonly name: string;
  readonly answer: CachedAnswer;
  readonly lastKnown: LastKnown;
}

/** What leads a page of this answer: whoever saw the former one is told when it changes. */
interface Headlined<Data> {
  readonly headline?: (data: Data) => string;
}

/** Sends a call as `useCall` does. Until its answer arrives, shows the last one that this phone cached for this session. */
export function useCachedCall<C extends Call>(
  call: C | LaterCall<C>,
  input: CallInput<C>,
  { headline, ...options }: Parameters<typeof useCall<C>>[2] & Headlined<CallOutput<C>> = {},
): CachedCallState<CallOutput<C>> {
  const name = JSON.stringify([call.name, input, callContext().lang]);
  const [shown, setShown] = useState<Shown>();
  const cached = shown?.name === name ? shown : undefined;
  const state = useCall(call, input, cached ? { ...options, quiet: true, loading: '' } : options);
  const isMissing = state.state === 'waiting' || state.state === 'unreachable';
  const data = state.state === 'ready' && !state.stale && !state.previous ? state.data : undefined;

  const isReading = useCachedAnswer(name, isMissing && !cached, setShown);
  useEffect(() => (data ? whenQuiet(() => cache(name, data)) : undefined), [name, data]);
  useEffect(() => {
    if (!cached || !data) return;
    if (headline) cached.lastKnown.announce(headline(cached.answer.data as CallOutput<C>), headline(data));
    setShown(undefined);
  }, [cached, data, headline]);
  // The mark of the cached answer stands in place of the notice that the phone is offline.
  const hasOwnNotice = isMissing && (cached !== undefined || isReading);
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-held', hasOwnNotice);
    return () => document.documentElement.removeAttribute('data-held');
  }, [hasOwnNotice]);

  if (!cached || !isMissing) return state;
  const { retry = () => undefined } = state.state === 'unreachable' ? state : {};
  return {
    state: 'ready',
    data: cached.answer.data as CallOutput<C>,
    stale: true,
    previous: true,
    retry,
    held: createElement(cached.lastKnown.LastKnownMark, { at: cached.answer.at, state, retry }),
  };
}

/** Reads the cached answer if it is needed and there may be one. Returns whether that is not decided yet. */
function useCachedAnswer(name: string, isNeeded: boolean, onRead: (shown: Shown) => void): boolean {
  const [readName, setReadName] = useState('');
  const isReading = isNeeded && readName !== name && readLastKnown() !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: onRead never changes
  useEffect(() => {
    if (!isReading) return undefined;
    let isCurrent = true;
    const read = async () => {
      const [lastKnown, { cachedAnswers }] = await Promise.all([load(), import('./cached-answers.ts')]);
      const answer = await cachedAnswers.read(name);
      if (answer && isCurrent) onRead({ name, answer, lastKnown });
    };
    const isAnswering = document.documentElement.hasAttribute('data-called');
    const timer = setTimeout(
      // What cannot be read is not shown.
      () =>
        void read()
          .catch(() => undefined)
          .then(() => setReadName(name)),
      isAnswering ? patienceMs : 0,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [name, isReading]);
  return isReading;
}
