import { dropLastKnown, readLastKnown, writeLastKnown } from '../../app/page/last-known.ts';
import { buildName } from '../../app/page/newer-build.ts';
import { callContext } from '../../app/settings/context.ts';
import { settings } from '../../app/settings/settings.ts';
import { KeptAnswers } from './kept-answers.ts';
import { endKeeping, hasWorker } from './kept-pages.ts';

/** The answers that this page's session kept. Another build may write and read them otherwise: it derives another key. */
export const keptAnswers = new KeptAnswers({
  now: Date.now,
  secret: () => {
    const { sessionId } = callContext();
    return sessionId && JSON.stringify([sessionId, settings.brand, buildName()]);
  },
  store: { read: readLastKnown, write: writeLastKnown, drop: dropLastKnown },
});

/** Ends with the last write: two at once would lose one of the answers. */
let writing: Promise<unknown> = Promise.resolve();

/** Keeps an answer where the browser can also keep the page that shows it. */
export async function keepAnswer(name: string, data: unknown): Promise<void> {
  if (!(await hasWorker())) return;
  const write = () => keptAnswers.keep(name, data);
  const done = writing.then(write, write);
  writing = done;
  await done;
}

/** Removes what this page may not read; all of it if the server says so. */
export async function removeOthers(): Promise<void> {
  if (settings.keeps) return keptAnswers.sweep();
  dropLastKnown();
  await endKeeping();
}
