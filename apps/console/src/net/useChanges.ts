import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { onChanges, onStreamState, type StreamState, streamState } from './change-stream.ts';

/**
 * Reads everything shown again when rows of these tables change, or only what the call named `only` answers. What a person typed
 * is not touched.
 */
export function useChanges(tables: readonly string[], only?: string): void {
  const client = useQueryClient();
  const wanted = tables.join(' ');
  useEffect(
    () =>
      onChanges((changed) => {
        if (changed === undefined || wanted.split(' ').some((table) => changed.includes(table)))
          void client.invalidateQueries(only === undefined ? undefined : { queryKey: [only] });
      }),
    [client, wanted, only],
  );
}

export function useStreamState(): StreamState {
  return useSyncExternalStore(onStreamState, streamState);
}
