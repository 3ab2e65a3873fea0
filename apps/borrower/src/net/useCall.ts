import type { Call, CallInput, CallOutput } from '@hiram/contract/call';
import { commonCodes } from '@hiram/contract/envelope';
import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { callContext } from '../app/context.ts';
import { leaveForLogin } from '../app/leave.ts';
import { toast } from '../kit/toaster.ts';
import { type CallResult, isTemporary, NoAnswer, send } from './client.ts';
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
  | { readonly state: 'refused'; readonly code: string; readonly message: string; readonly retry: () => void }
  | { readonly state: 'unreachable'; readonly retry: () => void };

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

export function callKey(call: Call, input: unknown): readonly unknown[] {
  return [call.name, input, callContext().sessionId ?? ''];
}

/**
 * Sends a call while the screen is mounted. A missing session leads to login; other rejections show their message as a
 * toast.
 */
export function useCall<C extends Call>(
  call: C,
  input: CallInput<C>,
  options: Options<CallOutput<C>> = {},
): CallState<CallOutput<C>> {
  const client = useQueryClient();
  const [isRetrying, setIsRetrying] = useState(false);
  const queryKey = callKey(call, input);
  const answersBefore = useAnswersBefore(queryKey, options.every !== undefined);
  const query = useQuery<CallResult<CallOutput<C>>, Error>({
    queryKey,
    queryFn: async ({ signal }) => {
      const result = await send(call, input, callContext(), { signal });
      const previous = client.getQueryData<CallResult<CallOutput<C>>>(queryKey);
      if (previous?.ok && isTemporary(result)) throw new TemporaryFailure(result.message);
      return result;
    },
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      nextWait(options, data, dataUpdateCount + errorUpdateCount - answersBefore.current),
    enabled: options.enabled ?? true,
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
  const answer = query.data;
  const waiting = query.isPending && query.fetchStatus !== 'paused';

  useLoadingToast(waiting, options.loading);
  useFailureToasts(answer, query.error, options);

  const retry = () => {
    setIsRetrying(true);
    void query.refetch().then(() => setIsRetrying(false));
  };
  if (answer?.ok)
    return {
      state: 'ready',
      data: answer.data,
      stale: query.isError || query.fetchStatus === 'paused',
      previous: query.isPlaceholderData,
      retry,
    };
  if (answer && !isRetrying)
    return { state: 'refused', code: answer.code, message: answer.message || (options.failure ?? ''), retry };
  if (waiting || isRetrying) return { state: 'waiting' };
  return { state: 'unreachable', retry };
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
 * The number of answers when the page was last shown. A borrower who returns to the page expects news: it asks at once,
 * and starts again with short waits.
 */
function useAnswersBefore(queryKey: readonly unknown[], repeats: boolean): RefObject<number> {
  const client = useQueryClient();
  const keyRef = useRef(queryKey);
  keyRef.current = queryKey;
  const answersBefore = useRef(0);
  useEffect(() => {
    if (!repeats) return undefined;
    const onVisible = () => {
      const state = client.getQueryState(keyRef.current);
      if (document.visibilityState === 'visible' && state)
        answersBefore.current = state.dataUpdateCount + state.errorUpdateCount;
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [client, repeats]);
  return answersBefore;
}

function useLoadingToast(waiting: boolean, loading: string | undefined): void {
  useEffect(() => {
    if (!waiting || !loading) return;
    const handle = toast(loading, { kind: 'loading' });
    return () => handle.close();
  }, [waiting, loading]);
}

/** Shows why there are no data, or opens login if the session is missing. */
function useFailureToasts(
  answer: CallResult<unknown> | undefined,
  error: Error | null,
  { quiet, failure }: Pick<Options<never>, 'quiet' | 'failure'>,
): void {
  const { t } = useLingui();
  const defaultMessage = failure ?? '';
  const failureMessage = failure ?? t`error`;
  useEffect(() => {
    if (answer && !answer.ok) {
      if (answer.code === commonCodes.notSignedIn) leaveForLogin();
      // The name of the wrong field means nothing to a person who opened a link.
      else if (answer.code === commonCodes.badRequest) return;
      else if (!quiet && (answer.message || defaultMessage))
        toast(answer.message || defaultMessage, { kind: 'error' });
    }
  }, [answer, quiet, defaultMessage]);
  useEffect(() => {
    if (error && !quiet)
      toast((error instanceof TemporaryFailure && error.message) || failureMessage, { kind: 'error' });
  }, [error, quiet, failureMessage]);
}

/** Returns a function that reloads every query of a call. */
export function useRefresh(): (call: Call) => Promise<void> {
  const client = useQueryClient();
  return (call) => client.invalidateQueries({ queryKey: [call.name] });
}
