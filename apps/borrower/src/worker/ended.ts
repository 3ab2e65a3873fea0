/**
 * The worker that the server serves with `CACHE_ON_PHONE=0`. It takes the place of the other one on every phone, and removes
 * what is cached and itself.
 */
import { endWorker } from './end-worker.ts';
import type { WorkerScope } from './scope.ts';

declare const self: WorkerScope;

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(endWorker(self)));
