/** Deliberate errors of a simulated host, to test how a page handles them. */
export interface Misbehaviour {
  /** Milliseconds before each answer. */
  readonly latency?: number;
  /** Sends no answers. */
  readonly drop?: boolean;
  /** Sends each answer twice. */
  readonly duplicate?: boolean;
  /** Answers every action with this error. */
  readonly reject?: 'unsupported' | 'denied' | 'host_error';
  /** Sends truncated answers. */
  readonly garble?: boolean;
}

/** Sends a text with the deliberate errors. */
export function sendBadly(send: (json: string) => void, json: string, misbehaviour: Misbehaviour): void {
  if (misbehaviour.drop) return;
  const text = misbehaviour.garble ? json.slice(0, -1) : json;
  const deliver = () => {
    send(text);
    if (misbehaviour.duplicate) send(text);
  };
  if (misbehaviour.latency) setTimeout(deliver, misbehaviour.latency);
  else deliver();
}
