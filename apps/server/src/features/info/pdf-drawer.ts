import { Worker } from 'node:worker_threads';
import { Unavailable } from '../../platform/errors/rejection.ts';
import type { PrintedContract } from './contract-pdf.ts';

/** Maximum number of waiting contracts in one server. */
const maxWaiting = 16;
/** Maximum rendering time. A longer one fails, and its thread is ended. */
const maxRenderMs = 20_000;
/** Idle time after which the thread ends. */
const idleMs = 30_000;
const memoryMb = 128;

interface Task {
  readonly contract: PrintedContract;
  readonly done: (pdf: Buffer) => void;
  readonly failed: (error: Error) => void;
}

/** Renders contracts in a worker thread, one after the other. */
export interface PdfDrawer {
  /** Throws Unavailable if too many contracts wait. */
  draw(contract: PrintedContract): Promise<Buffer>;
  /** Number of contracts rendered since the start, including the current one. */
  readonly drawn: number;
  close(): Promise<void>;
}

export function pdfDrawer(): PdfDrawer {
  const waiting: Task[] = [];
  let worker: Worker | undefined;
  let current: Task | undefined;
  let timer: NodeJS.Timeout | undefined;
  let drawn = 0;

  function end(): Promise<unknown> {
    clearTimeout(timer);
    const ending = worker?.terminate();
    worker = undefined;
    return Promise.resolve(ending);
  }

  /** Ends the current task and starts the next one, or the idle time. */
  function settle(answer: { pdf?: Uint8Array; failed?: string }): void {
    clearTimeout(timer);
    const task = current;
    current = undefined;
    if (answer.pdf) task?.done(Buffer.from(answer.pdf));
    else task?.failed(new Error(answer.failed ?? 'the contract was not drawn'));
    next();
  }

  function started(): Worker {
    if (worker) return worker;
    const fresh = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    const broken = (why: string) => {
      if (worker !== fresh) return;
      worker = undefined;
      if (current) settle({ failed: why });
    };
    fresh.on('message', settle);
    fresh.on('error', (error) => broken(String(error)));
    fresh.on('exit', () => broken('the thread ended'));
    fresh.unref();
    worker = fresh;
    return fresh;
  }

  function next(): void {
    if (current) return;
    current = waiting.shift();
    if (!current) {
      timer = setTimeout(() => void end(), idleMs);
      timer.unref();
      return;
    }
    clearTimeout(timer);
    drawn += 1;
    timer = setTimeout(() => {
      void end();
      settle({ failed: 'drawing took too long' });
    }, maxRenderMs);
    started().postMessage(current.contract);
  }

  return {
    get drawn() {
      return drawn;
    },
    draw(contract) {
      if (waiting.length >= maxWaiting) throw new Unavailable('too many contracts wait to be drawn');
      return new Promise((done, failed) => {
        waiting.push({ contract, done, failed });
        next();
      });
    },
    async close() {
      for (const task of waiting.splice(0)) task.failed(new Unavailable('the server stops'));
      await end();
      if (current) settle({ failed: 'the server stops' });
      clearTimeout(timer);
    },
  };
}
