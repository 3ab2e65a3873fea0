import type { Call, CallInput, CallOutput } from '@hiram/contract/call';
import { createElement, type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { readLastKnown } from '../../app/page/last-known.ts';
import { callContext } from '../../app/settings/context.ts';
import { type CallState, useCall } from '../answers/useCall.ts';
import type { LaterCall } from '../transport/client.ts';
import { whenQuiet } from '../transport/when-quiet.ts';
import type { KeptAnswer } from './kept-answers.ts';

type LastKnown = typeof import('./kept-last-known.tsx');
const load = (): Promise<LastKnown> => import('./kept-last-known.tsx');

/** Keeps an answer, and with the page the script that shows it. */
async function keep(name: string, data: unknown): Promise<void> {
  const [{ keepAnswer }] = await Promise.all([import('./kept-store.ts'), load()]);
  await keepAnswer(name, data);
}

/** The state of a call. With `held` the data are those that the phone kept: it says so, and no button acts on them. */
export type KeptCallState<Data> = CallState<Data> & { readonly held?: ReactNode };

/** Milliseconds. While the server answers with the document, or a screen follows another one, a usual answer comes in time. */
const patienceMs = 400;

interface Shown {
  readonly name: string;
  readonly answer: KeptAnswer;
  readonly lastKnown: LastKnown;
}

/** Sends a call as `useCall` does. Until its answer arrives, shows the last one that this phone kept for this session. */
export function useKeptCall<C extends Call>(
  call: C | LaterCall<C>,
  input: CallInput<C>,
  options: Parameters<typeof useCall<C>>[2] = {},
): KeptCallState<CallOutput<C>> {
  const name = JSON.stringify([call.name, input, callContext().lang]);
  const [shown, setShown] = useState<Shown>();
  const kept = shown?.name === name ? shown : undefined;
  const state = useCall(call, input, kept ? { ...options, quiet: true, loading: '' } : options);
  const isMissing = state.state === 'waiting' || state.state === 'unreachable';
  const data = state.state === 'ready' && !state.stale && !state.previous ? state.data : undefined;

  const isReading = useKeptAnswer(name, isMissing && !kept, setShown);
  useEffect(() => (data ? whenQuiet(() => keep(name, data)) : undefined), [name, data]);
  useEffect(() => {
    if (!kept || !data) return;
    kept.lastKnown.announce(kept.answer, data);
    setShown(undefined);
  }, [kept, data]);
  // The mark of the kept answer stands in place of the notice that the phone is offline.
  const hasOwnNotice = isMissing && (kept !== undefined || isReading);
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-held', hasOwnNotice);
    return () => document.documentElement.removeAttribute('data-held');
  }, [hasOwnNotice]);

  if (!kept || !isMissing) return state;
  const { retry = () => undefined } = state.state === 'unreachable' ? state : {};
  return {
    state: 'ready',
    data: kept.answer.data as CallOutput<C>,
    stale: true,
    previous: true,
    retry,
    held: createElement(kept.lastKnown.LastKnownMark, { at: kept.answer.at, state, retry }),
  };
}

/** Reads the kept answer if it is needed and there may be one. Returns whether that is not decided yet. */
function useKeptAnswer(name: string, isNeeded: boolean, onRead: (shown: Shown) => void): boolean {
  const [readName, setReadName] = useState('');
  const isReading = isNeeded && readName !== name && readLastKnown() !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: onRead never changes
  useEffect(() => {
    if (!isReading) return undefined;
    let isCurrent = true;
    const read = async () => {
      const [lastKnown, { keptAnswers }] = await Promise.all([load(), import('./kept-store.ts')]);
      const answer = await keptAnswers.read(name);
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
