import { isOurCache } from '../app/page/cache-names.ts';
import type { WorkerScope } from './scope.ts';

/** Deletes everything that is cached and removes the worker. Open pages stay; from now on each page comes from the server. */
export async function endWorker({ caches, registration }: WorkerScope): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter(isOurCache).map((name) => caches.delete(name)));
  await registration.unregister();
}
