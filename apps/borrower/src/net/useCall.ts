import type { Call, CallInput, CallOutput } from '@hiram/contract/call';
import { commonCodes } from '@hiram/contract/envelope';
import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
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
  const { t } = useLingui();
  const client = useQueryClient();
  const [isRetrying, setIsRetrying] = useState(false);
  const queryKey = callKey(call, input);
  const keyRef = useRef(queryKey);
  keyRef.current = queryKey;
  const repeats = options.every !== undefined;
  /** The number of answers when the page was last shown; the waits restart from there. */
  const answersBefore = useRef(0);
  const query = useQuery<CallResult<CallOutput<C>>, Error>({
    queryKey,
    queryFn: async ({ signal }) => {
      const result = await send(call, input, callContext(), { signal });
      const previous = client.getQueryData<CallResult<CallOutput<C>>>(queryKey);
      if (previous?.ok && isTemporary(result)) throw new TemporaryFailure(result.message);
      return result;
    },
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) => {
      const { every, everyWhile, untilAnswered } = options;
      if (!every) return false;
      const answers = dataUpdateCount + errorUpdateCount - answersBefore.current;
      const wait = repeatInterval(every, answers);
      if (!data?.ok) return untilAnswered && (!data || isTemporary(data)) ? wait : false;
      return !everyWhile || everyWhile(data.data) ? wait : false;
    },
    enabled: options.enabled ?? true,
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
  // A borrower who returns to the page expects news: ask at once, and start again with short waits.
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
  const answer = query.data;
  const waiting = query.isPending && query.fetchStatus !== 'paused';

  const { loading } = options;
  useEffect(() => {
    if (!waiting || !loading) return;
    const handle = toast(loading, { kind: 'loading' });
    return () => handle.close();
  }, [waiting, loading]);

  const failure = query.error;
  const { quiet, failure: defaultMessage = '' } = options;
  const failureMessage = options.failure ?? t`error`;
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
    if (failure && !quiet)
      toast((failure instanceof TemporaryFailure && failure.message) || failureMessage, { kind: 'error' });
  }, [failure, quiet, failureMessage]);

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
    return { state: 'refused', code: answer.code, message: answer.message || defaultMessage, retry };
  if (waiting || isRetrying) return { state: 'waiting' };
  return { state: 'unreachable', retry };
}

/** Returns a function that reloads every query of a call. */
export function useRefresh(): (call: Call) => Promise<void> {
  const client = useQueryClient();
  return (call) => client.invalidateQueries({ queryKey: [call.name] });
}
