import type { Call, CallInput, CallOutput } from '@hiram/contract/call';
import { type RefObject, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { callContext } from '../../app/settings/context.ts';
import type { ToastHandle } from '../../kit/feedback/toaster.ts';
import { later } from '../../kit/runtime/later.ts';
import { type CallResult, isTemporary, NoAnswer } from '../transport/call-result.ts';
import { arrivedAnswer, type LaterCall, send } from '../transport/client.ts';
import type { Answered } from './answer-store.ts';
import { answerStore } from './answers.ts';
import { repeatInterval } from './repeat-interval.ts';

/** The state of a call: waiting, its data, or the reason why there are none. `retry` sends it again. */
export type CallState<Data> =
  | { readonly state: 'waiting' }
  | {
      readonly state: 'ready';
      readonly data: Data;
      readonly stale: boolean;
      /** The data belong to a previous input, and are shown until those of this input arrive. */
      readonly previous: boolean;
      readonly retry: () => void;
    }
  | {
      readonly state: 'rejected';
      readonly code: string;
      readonly message: string;
      readonly retry: () => void;
    }
  | {
      readonly state: 'unreachable';
      /** The network is not to blame. */
      readonly isServerFault?: boolean;
      readonly retry: () => void;
    };

interface Options<Data> {
  /** The loading toast's text (NET-05). Without it there is no toast. */
  readonly loading?: string;
  /** ORD-21: a rejection shows no toast; the failure panel replaces the skeleton. */
  readonly quiet?: boolean;
  /**
   * Milliseconds before the first repeat. Repeats continue while `everyWhile` accepts the last data. Waits grow, and
   * none is sent while the page is hidden.
   */
  readonly every?: number;
  readonly everyWhile?: (data: Data) => boolean;
  /** Also repeats while no data have arrived: the screen works without them. */
  readonly untilAnswered?: boolean;
  readonly enabled?: boolean;
  /** The toast's text in place of 'error' when no answer came (LEG-05). */
  readonly failure?: string;
  /** Keeps the last data on the screen while another input is loading. */
  readonly keepPrevious?: boolean;
}

/** A temporary failure while there are data already: the data stay on the page, and so does what was typed. */
class TemporaryFailure extends NoAnswer {}

export function callKey(call: { readonly name: string }, input: unknown): string {
  return JSON.stringify([call.name, input, callContext().sessionId ?? '']);
}

/** The last answer to this input, and whether it is still that of a previous input. */
function useAnswered<C extends Call>(
  call: C | LaterCall<C>,
  input: CallInput<C>,
  { isEnabled, keepPrevious }: { readonly isEnabled: boolean; readonly keepPrevious: boolean },
): {
  key: string;
  answered: Answered;
  answer: CallResult<CallOutput<C>> | undefined;
  isPrevious: boolean;
  reload: () => Promise<void>;
} {
  const key = callKey(call, input);
  const [, onChange] = useReducer((changes: number) => changes + 1, 0);
  const load = async (signal: AbortSignal, previous: unknown): Promise<CallResult<CallOutput<C>>> => {
    const result = await send(call, input, callContext(), { signal });
    if ((previous as CallResult<CallOutput<C>> | undefined)?.ok && isTemporary(result))
      throw new TemporaryFailure(result.message);
    return result;
  };
  const observed = useRef(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the call and its input
  useLayoutEffect(() => {
    if (observed.current !== key) onChange();
    observed.current = key;
    return answerStore.observe(key, call.name, { isEnabled, load, onChange: () => onChange() });
  }, [key, isEnabled]);
  const answered = answerStore.readFirst(key, call.name, () => arrivedAnswer<C>(call, input, callContext()));
  const answer = answered.data as CallResult<CallOutput<C>> | undefined;
  const shown = useRef<typeof answer>(undefined);
  if (answer) shown.current = answer;
  const isPrevious = keepPrevious && !answer && !answered.error && shown.current !== undefined;
  return {
    key,
    answered,
    answer: isPrevious ? shown.current : answer,
    isPrevious,
    reload: () => answerStore.reload(key, load),
  };
}

/**
 * Sends a call while the screen is mounted. A missing session leads to login; other rejections show their message as a
 * toast.
 */
export function useCall<C extends Call>(
  call: C | LaterCall<C>,
  input: CallInput<C>,
  options: Options<CallOutput<C>> = {},
): CallState<CallOutput<C>> {
  const [isRetrying, setIsRetrying] = useState(false);
  const isEnabled = options.enabled ?? true;
  const { key, answered, answer, isPrevious, reload } = useAnswered(call, input, {
    isEnabled,
    keepPrevious: options.keepPrevious ?? false,
  });
  useRepeats(key, answered, isEnabled ? options : {}, reload);
  const isPaused = answered.phase === 'paused';
  const waiting = !answer && !answered.error && !isPaused;

  useLoadingToast(waiting, options.loading);
  useFailureToasts(answer, answered.error, options);

  const retry = () => {
    setIsRetrying(true);
    void reload().then(() => setIsRetrying(false));
  };
  if (answer?.ok)
    return {
      state: 'ready',
      data: answer.data,
      stale: answered.error !== undefined || isPaused,
      previous: isPrevious,
      retry,
    };
  if (answer && !isRetrying)
    return {
      state: 'rejected',
      code: answer.code,
      message: answer.message || (options.failure ?? ''),
      retry,
    };
  if (waiting || isRetrying) return { state: 'waiting' };
  const { error } = answered;
  return { state: 'unreachable', isServerFault: error instanceof NoAnswer && error.isServerFault, retry };
}

/** Milliseconds before the next repeat after so many answers; false ends the repeats. */
function nextWait<Data>(
  { every, everyWhile, untilAnswered }: Options<Data>,
  answer: CallResult<Data> | undefined,
  answers: number,
): number | false {
  if (!every) return false;
  const wait = repeatInterval(every, answers);
  if (!answer?.ok) return untilAnswered && (!answer || isTemporary(answer)) ? wait : false;
  return !everyWhile || everyWhile(answer.data) ? wait : false;
}

/**
 * Asks again after growing waits, never while the page is hidden. A borrower who returns to the page expects news: the
 * waits start short again.
 */
function useRepeats<Data>(
  key: string,
  { data, answers, phase }: Answered,
  options: Options<Data>,
  reload: () => Promise<void>,
): void {
  const answersBefore = useAnswersBefore(key, options.every !== undefined);
  const reloadRef = useRef(reload);
  reloadRef.current = reload;
  const wait =
    phase === 'idle' && answers > 0
      ? nextWait(options, data as CallResult<Data> | undefined, answers - answersBefore.current)
      : false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer starts a new wait
  useEffect(() => {
    if (wait === false) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState !== 'hidden') void reloadRef.current();
    }, wait);
    return () => clearInterval(timer);
  }, [key, wait, answers]);
}

/** The number of answers when the page was last shown. */
function useAnswersBefore(key: string, repeats: boolean): RefObject<number> {
  const keyRef = useRef(key);
  keyRef.current = key;
  const answersBefore = useRef(0);
  useEffect(() => {
    if (!repeats) return undefined;
    const onVisible = () => {
      if (document.visibilityState === 'visible')
        answersBefore.current = answerStore.read(keyRef.current).answers;
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [repeats]);
  return answersBefore;
}

const saying = later(() => import('../submit/say-failure.ts'));

function useLoadingToast(waiting: boolean, loading: string | undefined): void {
  useEffect(() => {
    if (!waiting || !loading) return;
    let isOver = false;
    let toast: ToastHandle | undefined;
    saying.use(({ sayWaiting }) => {
      if (!isOver) toast = sayWaiting(loading);
    });
    return () => {
      isOver = true;
      toast?.close();
    };
  }, [waiting, loading]);
}

/** Shows why there are no data, or opens login if the session is missing. */
function useFailureToasts(
  answer: CallResult<unknown> | undefined,
  error: Error | undefined,
  { quiet = false, failure }: Pick<Options<never>, 'quiet' | 'failure'>,
): void {
  useEffect(() => {
    if (answer && !answer.ok) saying.use(({ sayMissing }) => sayMissing(answer, quiet, failure ?? ''));
  }, [answer, quiet, failure]);
  useEffect(() => {
    if (!error || quiet) return;
    const text = (error instanceof TemporaryFailure && error.message) || failure;
    saying.use(({ sayNoAnswer }) => sayNoAnswer(error, text));
  }, [error, quiet, failure]);
}

/** Returns a function that reloads every query of a call. */
export function useRefresh(): (call: { readonly name: string }) => Promise<void> {
  return ({ name }) => answerStore.invalidate(name);
}
