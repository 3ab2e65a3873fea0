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

function notify(tables: readonly string[] | undefined): void {
  for (const listener of listeners) listener(tables);
}

/** Follows the server's changes while the frame is shown. Returns the function that ends it. */
export function followChanges(): () => void {
  let wasCut = false;
  const connect = (): EventSource => {
    const opened = new EventSource(`${consolePrefix}/stream`);
    opened.onopen = () => {
      setState('live');
      // What changed while the stream was cut is in no later message.
      if (wasCut) notify(undefined);
      wasCut = false;
    };
    opened.onerror = () => {
      wasCut = true;
      setState('polling');
    };
    opened.onmessage = ({ data }) => notify(Object.keys(JSON.parse(data)));
    return opened;
  };
  let source = connect();
  const timer = setInterval(() => {
    // The browser connects again by itself, unless it got an answer that is no stream.
    if (source.readyState === EventSource.CLOSED) source = connect();
    if (state === 'polling' && document.visibilityState === 'visible') notify(undefined);
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
