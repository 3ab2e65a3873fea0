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
export interface PdfRenderer {
  /** Throws Unavailable if too many contracts wait. */
  draw(contract: PrintedContract): Promise<Buffer>;
  /** Number of contracts rendered since the start, including the current one. */
  readonly drawn: number;
  close(): Promise<void>;
}

export function createPdfRenderer(): PdfRenderer {
  return new PdfThread();
}

/** One thread that renders one contract at a time. It ends when it is idle, too slow or broken. */
class PdfThread implements PdfRenderer {
  drawn = 0;
  readonly #waiting: Task[] = [];
  #worker: Worker | undefined;
  #current: Task | undefined;
  #timer: NodeJS.Timeout | undefined;

  draw(contract: PrintedContract): Promise<Buffer> {
    if (this.#waiting.length >= maxWaiting) throw new Unavailable('too many contract PDFs are waiting');
    return new Promise((done, failed) => {
      this.#waiting.push({ contract, done, failed });
      this.#next();
    });
  }

  async close(): Promise<void> {
    for (const task of this.#waiting.splice(0)) task.failed(new Unavailable('the server is stopping'));
    await this.#end();
    if (this.#current) this.#settle({ failed: 'the server is stopping' });
    clearTimeout(this.#timer);
  }

  #next(): void {
    if (this.#current) return;
    this.#current = this.#waiting.shift();
    if (!this.#current) {
      this.#timer = setTimeout(() => void this.#end(), idleMs);
      this.#timer.unref();
      return;
    }
    clearTimeout(this.#timer);
    this.drawn += 1;
    this.#timer = setTimeout(() => {
      void this.#end();
      this.#settle({ failed: 'rendering took too long' });
    }, maxRenderMs);
    this.#started().postMessage(this.#current.contract);
  }

  /** Ends the current task and starts the next one, or the idle time. */
  #settle(answer: { pdf?: Uint8Array; failed?: string }): void {
    clearTimeout(this.#timer);
    const task = this.#current;
    this.#current = undefined;
    if (answer.pdf) task?.done(Buffer.from(answer.pdf));
    else task?.failed(new Error(answer.failed ?? 'the contract’s PDF was not rendered'));
    this.#next();
  }

  #started(): Worker {
    if (this.#worker) return this.#worker;
    const fresh = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    const broken = (reason: string) => {
      if (this.#worker !== fresh) return;
      this.#worker = undefined;
      if (this.#current) this.#settle({ failed: reason });
    };
    fresh.on('message', (answer) => this.#settle(answer));
    fresh.on('error', (error) => broken(String(error)));
    fresh.on('exit', () => broken('the thread ended'));
    fresh.unref();
    this.#worker = fresh;
    return fresh;
  }

  #end(): Promise<unknown> {
    clearTimeout(this.#timer);
    const termination = this.#worker?.terminate();
    this.#worker = undefined;
    return Promise.resolve(termination);
  }
}
