import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { createHostEndpoint } from '@hiram/bridge/host';

/** The reaction of a host to one text. `sent` and `handled` as they came, `reasons` of rejections. */
interface Reaction {
  readonly actions: readonly unknown[];
  readonly sent: readonly string[];
  readonly reasons: readonly string[];
  readonly handled: readonly boolean[];
}

/** A host in another language, which answers line by line. */
export interface Program {
  /** Gives it a text of the page; undefined is the back button. */
  react(text: string | undefined): Promise<Reaction>;
  stop(): void;
}

export function startProgram([file = '', ...words]: readonly string[]): Program {
  const child = spawn(file, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async react(text) {
      child.stdin.write(`${JSON.stringify(text ?? null)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`the program ended over ${text}`);
      return JSON.parse(value);
    },
    stop: () => void child.kill('SIGKILL'),
  };
}

/** The host in TypeScript as a program: the model of the others. */
function model(): (text: string) => Promise<Omit<Reaction, 'handled'>> {
  let actions: unknown[] = [];
  let sent: string[] = [];
  let reasons: string[] = [];
  const endpoint = createHostEndpoint({
    send: (json) => void sent.push(json),
    platform: 'ios',
    appVersion: '1',
    handle(action, payload) {
      actions.push([action, payload]);
      return undefined;
    },
    onLog: ({ reason }) => {
      if (reason) reasons.push(reason);
    },
  });
  return async (text) => {
    [actions, sent, reasons] = [[], [], []];
    await endpoint.receive(text);
    return { actions, sent, reasons };
  };
}

/** One text for equal values: names in order; the host's own platform left out. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (name, item: unknown) => {
    if (name === 'platform') return undefined;
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
    return Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

const readable = ({ actions, sent, reasons }: Omit<Reaction, 'handled'>) =>
  canonical({ actions, reasons, sent: sent.map((text): unknown => JSON.parse(text)) });

/** Throws unless the program reacts to each text as the model does, and to the back button's answers. Returns the counts. */
export async function compareHost(
  program: Program,
  golden: readonly string[],
  damaged: readonly string[],
): Promise<{ golden: number; damaged: number; accepted: number; backs: number }> {
  const reactOfModel = model();
  let accepted = 0;
  for (const text of [...golden, ...damaged]) {
    const expected = await reactOfModel(text);
    const found = await program.react(text);
    if (readable(found) !== readable(expected))
      throw new Error(`${text}\nexpected ${readable(expected)}\nfound    ${readable(found)}`);
    accepted += expected.actions.length;
  }
  const answers = [
    [{ ok: true, data: { handled: true } }, true, []],
    [{ ok: true, data: { handled: false } }, false, []],
    [{ ok: true, data: { handled: 1 } }, false, ['invalid_response']],
    [{ ok: true }, false, ['invalid_response']],
    [{ ok: false, error: 'host_error' }, false, ['invalid_response']],
  ] as const;
  for (const [answer, handled, reasons] of answers) {
    const { sent } = await program.react(undefined);
    const event: { v: number; id: string; event: string } = JSON.parse(sent[0] ?? '{}');
    if (sent.length !== 1 || event.v !== 1 || event.event !== 'back' || !/^host-\d+$/.test(event.id))
      throw new Error(`the back button sent ${sent.join()}`);
    const text = JSON.stringify({ v: 1, id: event.id, ...answer });
    const found = await program.react(text);
    const again = await program.react(text);
    if (
      canonical([found.handled, found.reasons, again.reasons]) !==
      canonical([[handled], reasons, ['unknown_id']])
    )
      throw new Error(`to ${text} the host says ${canonical([found, again])}`);
  }
  return { golden: golden.length, damaged: damaged.length, accepted, backs: answers.length };
}
