/** The latest answer of one call with one input. */
export interface Answered {
  readonly data: unknown;
  /** The failure of the last request, if it has no answer. */
  readonly error: Error | undefined;
  /** `paused`: the request failed once and waits until the phone is online and the page visible. */
  readonly phase: 'idle' | 'fetching' | 'paused';
  /** The number of answers and failures so far. */
  readonly answers: number;
}

export interface Observer {
  /** True if the observer needs the answer now. */
  readonly isEnabled: boolean;
  readonly load: (signal: AbortSignal, previous: unknown) => Promise<unknown>;
  readonly onChange: () => void;
}

/** The page and the clock around a store. */
export interface StoreEnvironment {
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  readonly isVisible: () => boolean;
  readonly isOnline: () => boolean;
  /** The script that sends requests: a first view needs none. */
  readonly loading: () => Promise<{ readonly loadAnswer: LoadAnswer }>;
  /** True if a failed request is sent a second time. */
  readonly isRepeatable: (error: unknown) => boolean;
}

/** Loads the answer of an entry: `load-answer.ts`. */
type LoadAnswer = (
  entry: Entry,
  send: Observer['load'],
  signal: AbortSignal,
  environment: StoreEnvironment,
) => Promise<void>;

export interface Entry {
  readonly callName: string;
  readonly observers: Set<Observer>;
  answered: Answered;
  /** When the data arrived; 0 when they must be loaded again. */
  loadedAt: number;
  /** When the last observer left. */
  leftAt: number;
  running: { readonly abort: AbortController; readonly done: Promise<void> } | undefined;
  resume: (() => void) | undefined;
}

/** Milliseconds in which an answer is not asked again, and for which an unused one is kept. */
const freshMs = 5_000;
const retainMs = 300_000;

const unknown: Answered = { data: undefined, error: undefined, phase: 'idle', answers: 0 };

/** Answers by call, input and session. Components with the same call and input share one request. */
export class AnswerStore {
  private readonly entries = new Map<string, Entry>();
  private readonly environment: StoreEnvironment;

  constructor(environment: StoreEnvironment) {
    this.environment = environment;
  }

  read(key: string): Answered {
    return this.entries.get(key)?.answered ?? unknown;
  }

  /**
   * Reads an answer. One that is not known yet becomes what `arrived` returns, if it returns something. With `again` it is
   * loaded all the same.
   */
  readFirst(
    key: string,
    callName: string,
    arrived: () => { readonly data: unknown; readonly again?: boolean | undefined } | undefined,
  ): Answered {
    const first = this.entries.has(key) ? undefined : arrived();
    if (first) {
      const entry = this.entryOf(key, callName);
      entry.loadedAt = first.again ? 0 : this.environment.now();
      finish(entry, { data: first.data });
    }
    return this.read(key);
  }

  /** Observes an answer and loads it if it is missing or old. Returns the function that ends it. */
  observe(key: string, callName: string, observer: Observer): () => void {
    const entry = this.entryOf(key, callName);
    entry.observers.add(observer);
    if (observer.isEnabled && this.isStale(entry)) void this.start(entry, observer.load);
    return () => {
      entry.observers.delete(observer);
      entry.leftAt = this.environment.now();
      if (entry.observers.size > 0 || !entry.running) return;
      cancel(entry);
      entry.answered = { ...entry.answered, phase: 'idle' };
    };
  }

  /** Loads an answer again. The promise settles with the answer or the failure; it never rejects. */
  async reload(key: string, load: Observer['load']): Promise<void> {
    const entry = this.entries.get(key);
    if (entry) await this.restart(entry, load);
  }

  /** Loads the observed answers of a call again, and the others when they are next observed. */
  async invalidate(callName: string): Promise<void> {
    const loads: Promise<void>[] = [];
    this.entries.forEach((entry) => {
      if (entry.callName !== callName) return;
      entry.loadedAt = 0;
      const observer = enabledObserver(entry);
      if (observer) loads.push(this.restart(entry, observer.load));
    });
    await Promise.all(loads);
  }

  /** The page has become visible, or the phone online. */
  wake(): void {
    if (!canSend(this.environment)) return;
    this.entries.forEach((entry) => {
      entry.resume?.();
      entry.resume = undefined;
      const observer = enabledObserver(entry);
      if (observer && !entry.running && this.isStale(entry)) void this.start(entry, observer.load);
    });
  }

  private isStale({ answered, loadedAt }: Entry): boolean {
    return answered.data === undefined || this.environment.now() - loadedAt > freshMs;
  }

  private start(entry: Entry, send: Observer['load']): Promise<void> {
    if (entry.running) return entry.running.done;
    const abort = new AbortController();
    const { data, error } = entry.answered;
    change(entry, { phase: 'fetching', error: data === undefined ? undefined : error });
    // The request starts when `running` is set and its script is there.
    const done = this.environment.loading().then(
      ({ loadAnswer }) => loadAnswer(entry, send, abort.signal, this.environment),
      (error) => failed(entry, error, abort.signal),
    );
    entry.running = { abort, done };
    return done;
  }

  private restart(entry: Entry, send: Observer['load']): Promise<void> {
    if (entry.answered.data !== undefined) cancel(entry);
    return this.start(entry, send);
  }

  private entryOf(key: string, callName: string): Entry {
    const known = this.entries.get(key);
    if (known) return known;
    const now = this.environment.now();
    for (const [otherKey, { observers, leftAt }] of Array.from(this.entries))
      if (observers.size === 0 && now - leftAt > retainMs) this.entries.delete(otherKey);
    const entry: Entry = {
      callName,
      observers: new Set(),
      answered: unknown,
      loadedAt: 0,
      leftAt: now,
      running: undefined,
      resume: undefined,
    };
    this.entries.set(key, entry);
    return entry;
  }
}

export function canSend({ isVisible, isOnline }: StoreEnvironment): boolean {
  return isVisible() && isOnline();
}

export function change(entry: Entry, answered: Partial<Answered>): void {
  entry.answered = { ...entry.answered, ...answered };
  for (const { onChange } of Array.from(entry.observers)) onChange();
}

export function finish(entry: Entry, answered: Partial<Answered>): void {
  entry.running = undefined;
  change(entry, { ...answered, phase: 'idle', answers: entry.answered.answers + 1 });
}

/** The request has no answer, and is not sent again by itself. */
export function failed(entry: Entry, error: unknown, signal: AbortSignal): void {
  if (signal.aborted) return;
  entry.loadedAt = 0;
  finish(entry, { error: error instanceof Error ? error : new Error(String(error)) });
}

function cancel(entry: Entry): void {
  entry.running?.abort.abort();
  entry.running = undefined;
  entry.resume?.();
  entry.resume = undefined;
}

function enabledObserver({ observers }: Entry): Observer | undefined {
  return Array.from(observers).find(({ isEnabled }) => isEnabled);
}
