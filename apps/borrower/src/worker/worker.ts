/** The service worker. The build makes one file of it, without a module loader: the oldest engines run no module as a worker. */

import type { WorkerScope } from './scope.ts';
import { serveCachedPages } from './serve-cached-pages.ts';

declare const self: WorkerScope;

serveCachedPages(self);
