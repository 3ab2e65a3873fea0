import { consolePrefix } from '@hiram/contract/console/staff-call';

/** `live`: changes are told at once. `polling`: the page asks again by itself. */
export type StreamState = 'live' | 'polling';

type Listener = (tables: readonly string[] | undefined) => void;

/** Without a stream everything shown is read again so often. */
const pollMs = 15_000;

const listeners = new Set<Listener>();
const stateListeners = new Set<() => void>();
let state: StreamState = 'polling';

function setState(next: StreamState): void {
  if (state === next) return;
  state = next;
  for (const listener of stateListeners) listener();
}

function tell(tables: readonly string[] | undefined): void {
  for (const listener of listeners) listener(tables);
}

/** Follows the server's changes while the frame is shown. Returns the function that ends it. */
export function followChanges(): () => void {
  const source = new EventSource(`${consolePrefix}/stream`);
  source.onopen = () => setState('live');
  // The browser connects again by itself.
  source.onerror = () => setState('polling');
  source.onmessage = ({ data }) => tell(Object.keys(JSON.parse(data)));
  const timer = setInterval(() => {
    if (state === 'polling' && document.visibilityState === 'visible') tell(undefined);
  }, pollMs);
  return () => {
    source.close();
    clearInterval(timer);
    setState('polling');
  };
}

/** `listener` gets the tables whose rows changed; undefined: any may have. */
export function onChanges(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const streamState = (): StreamState => state;

export function onStreamState(listener: () => void): () => void {
  stateListeners.add(listener);
  return () => stateListeners.delete(listener);
}
