import { dropLastKnown, readLastKnown, writeLastKnown } from '../../app/page/last-known.ts';
import { buildName } from '../../app/page/newer-build.ts';
import { callContext } from '../../app/settings/context.ts';
import { settings } from '../../app/settings/settings.ts';
import { AnswerCache } from './answer-cache.ts';
import { clearPageCache, hasWorker } from './page-cache.ts';

/** The answers that this page's session cached. Another build may write and read them otherwise: it derives another key. */
export const cachedAnswers = new AnswerCache({
  now: Date.now,
  secret: () => {
    const { sessionId } = callContext();
    return sessionId && JSON.stringify([sessionId, settings.brand, buildName()]);
  },
  store: { read: readLastKnown, write: writeLastKnown, drop: dropLastKnown },
});

/** Ends with the last write: two at once would lose one of the answers. */
let writing: Promise<unknown> = Promise.resolve();

/** Caches an answer where the browser can also keep the page that shows it. */
export async function cacheAnswer(name: string, data: unknown): Promise<void> {
  if (!(await hasWorker())) return;
  const write = () => cachedAnswers.save(name, data);
  const done = writing.then(write, write);
  writing = done;
  await done;
}

/** Removes what this page may not read; all of it if the server says so. */
export async function removeOthers(): Promise<void> {
  if (settings.cachesPages) return cachedAnswers.sweep();
  dropLastKnown();
  await clearPageCache();
}
