/** A step of the story. `run` brings the loan to the step by real calls; `holdMs` is how long its screen stays. */
export interface Step {
  readonly title: string;
  readonly caption: string;
  /** The events on the server. */
  readonly behind: string;
  readonly holdMs: number;
  run(): Promise<void>;
}

type PlayerState = 'ready' | 'playing' | 'paused' | 'ended';

export interface Progress {
  readonly state: PlayerState;
  /** The position of the current step. -1 before the first one. */
  readonly position: number;
  /** True if the current step is still being brought about. */
  readonly isWorking: boolean;
  /** The message of the error that paused the story. */
  readonly error?: string;
}

export interface Player {
  readonly progress: Progress;
  /** Plays on from the next step. From the first one if the story has ended. */
  play(): void;
  /** Stops after the current step. The phone stays as it is, so that a person can go on by hand. */
  pause(): void;
  /** Runs the next step and stops. */
  next(): void;
}

/** A timer that can be ended early. */
export type Hold = (ms: number) => { readonly over: Promise<void>; end(): void };

const holdByTimer: Hold = (ms) => {
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    end = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  return { over, end };
};

/** Plays steps one after the other. Only one step runs at a time. */
export function createPlayer(
  steps: readonly Step[],
  onChange: (progress: Progress) => void,
  hold: Hold = holdByTimer,
): Player {
  let progress: Progress = { state: 'ready', position: -1, isWorking: false };
  let endHold = () => {};
  let isRunning = false;

  function change(next: Progress): void {
    progress = next;
    onChange(progress);
  }

  /** Runs the next step. Returns whether the story goes on. */
  async function runNext(): Promise<boolean> {
    const position = progress.position + 1;
    const step = steps[position];
    if (!step) return false;
    change({ state: progress.state, position, isWorking: true });
    try {
      await step.run();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      change({ state: 'paused', position, isWorking: false, error: message });
      return false;
    }
    const isLast = position === steps.length - 1;
    change({ state: isLast ? 'ended' : progress.state, position, isWorking: false });
    return progress.state === 'playing';
  }

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    try {
      while (await runNext()) {
        const { over, end } = hold(steps[progress.position]?.holdMs ?? 0);
        endHold = end;
        await over;
        if (progress.state !== 'playing') break;
      }
    } finally {
      isRunning = false;
    }
  }

  return {
    get progress() {
      return progress;
    },
    play() {
      const position = progress.state === 'ended' ? -1 : progress.position;
      change({ state: 'playing', position, isWorking: progress.isWorking });
      void run();
    },
    pause() {
      if (progress.state === 'playing') change({ ...progress, state: 'paused' });
      endHold();
    },
    next() {
      if (isRunning) return;
      const position = progress.state === 'ended' ? -1 : progress.position;
      change({ state: 'paused', position, isWorking: false });
      void run();
    },
  };
}
