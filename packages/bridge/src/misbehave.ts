/** What a simulated host does wrong on purpose, so that a page can be seen to live with it. */
export interface Misbehaviour {
  /** Milliseconds before each answer. */
  readonly latency?: number;
  /** Answers nothing. */
  readonly drop?: boolean;
  /** Answers twice. */
  readonly duplicate?: boolean;
  /** Refuses every action with this. */
  readonly reject?: 'unsupported' | 'denied' | 'host_error';
  /** Sends answers cut short. */
  readonly garble?: boolean;
}

/** Sends a text as this misbehaviour has it. */
export function sendBadly(send: (json: string) => void, json: string, how: Misbehaviour): void {
  if (how.drop) return;
  const text = how.garble ? json.slice(0, -1) : json;
  const deliver = () => {
    send(text);
    if (how.duplicate) send(text);
  };
  if (how.latency) setTimeout(deliver, how.latency);
  else deliver();
}
