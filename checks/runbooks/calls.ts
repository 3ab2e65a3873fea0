import { setTimeout as pause } from 'node:timers/promises';
import { homeIndex } from '@hiram/contract/home';
import { once } from '../faults/simulator/client.ts';

/** A page that stays open: it asks for its script and for the home call all the time. */
export interface OpenPage {
  /** Calls so far, and those of them that got no proper answer. */
  readonly figures: { readonly calls: number; readonly unanswered: number };
  /** The scripts of the page as it was opened. */
  readonly scripts: readonly string[];
  stop(): Promise<void>;
}

/** Opens the page `/login` and keeps it in use until `stop`. */
export async function openPage(origin: string): Promise<OpenPage> {
  const html = await (await fetch(`${origin}/login`)).text();
  const scripts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => path);
  if (scripts.length === 0) throw new Error('the page has no scripts');
  const figures = { calls: 0, unanswered: 0 };
  let isOpen = true;
  const use = async () => {
    for (let index = 0; isOpen; index += 1) {
      const script = scripts[index % scripts.length] ?? '';
      const file = await fetch(`${origin}${script}`).catch(() => undefined);
      await file?.arrayBuffer().catch(() => undefined);
      const call = await once(`${origin}/api${homeIndex.path}`, { 'content-type': 'application/json' }, '{}');
      figures.calls += 2;
      figures.unanswered += Number(file?.status !== 200) + Number(call.status === 0 || call.status >= 500);
      await pause(20);
    }
  };
  const using = use();
  return {
    figures,
    scripts,
    async stop() {
      isOpen = false;
      await using;
    },
  };
}
