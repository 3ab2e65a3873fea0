/** The globals of a service worker that this one uses. The types of pages and of workers exclude each other. */

interface LifeEvent {
  waitUntil(work: Promise<unknown>): void;
}

type PageRequest = Pick<Request, 'url' | 'method' | 'mode'>;

export interface FetchEvent extends LifeEvent {
  readonly request: PageRequest;
  /** The answer that the browser asked for while the worker started; absent in engines without it. */
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

export interface WorkerScope {
  readonly caches: {
    open(name: string): Promise<{ put(key: string, response: Response): Promise<void> }>;
    keys(): Promise<string[]>;
    delete(name: string): Promise<boolean>;
    match(key: string, options: { readonly ignoreVary: true }): Promise<Response | undefined>;
  };
  readonly location: { readonly origin: string };
  readonly registration: {
    readonly navigationPreload?: { enable(): Promise<void> };
    unregister(): Promise<boolean>;
  };
  fetch(request: PageRequest): Promise<Response>;
  setTimeout(run: () => void, ms: number): unknown;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}
