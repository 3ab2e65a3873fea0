import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import type {
  AnsweredCall,
  ServerCall,
  View,
  ViewRenderer,
  ViewRequest,
} from '@hiram/visitor-pages/server-call';

/** Replacements for a browser's globals in the screens' modules. All of it belongs to one document. */
const names = [
  'module',
  'exports',
  'window',
  'document',
  'location',
  'history',
  'navigator',
  'sessionStorage',
  'localStorage',
  'setTimeout',
  'setInterval',
  'fetch',
] as const;

/** The calls that the server begins for a build's pages, by page. Empty for a build that has none. */
export function readServerCalls(webDir: string): ReadonlyMap<string, ServerCall> {
  const file = join(webDir, 'views/calls.json');
  if (!existsSync(file)) return new Map();
  const calls: Readonly<Record<string, ServerCall>> = JSON.parse(readFileSync(file, 'utf8'));
  return new Map(Object.entries(calls));
}

/**
 * Loads a build's renderer of first views. The screens are compiled once and run again for each document, with a window of
 * their own: a module of one borrower's document cannot reach another's.
 */
export function loadViews(webDir: string): ViewRenderer {
  const file = join(webDir, 'views/render.cjs');
  const run = compileFunction(readFileSync(file, 'utf8'), [...names], { filename: file });
  const catalogues: unknown = JSON.parse(readFileSync(join(webDir, 'views/texts.json'), 'utf8'));
  return {
    async render(request) {
      const module: { exports: { renderView?: Render } } = { exports: {} };
      const page = pageOf(request);
      run(module, module.exports, ...names.slice(2).map((name) => page[name]));
      if (!module.exports.renderView) throw new Error(`${file} exports no renderView`);
      return module.exports.renderView(request.first, catalogues);
    },
  };
}

type Render = (first: AnsweredCall, catalogues: unknown) => Promise<View>;

const nothing = () => undefined;

function pageOf({ url, settings, cookie }: ViewRequest): Readonly<Record<string, unknown>> {
  const events = { addEventListener: nothing, removeEventListener: nothing };
  const location = new URL(url);
  const document = {
    ...events,
    cookie,
    visibilityState: 'visible',
    documentElement: { getAttribute: () => null },
    getElementById: (id: string) => (id === 'hiram' ? { textContent: settings } : null),
  };
  const window = { ...events, location, document };
  return {
    window,
    document,
    location,
    history: { state: null, length: 1 },
    navigator: { onLine: true },
    // Without storage, as in a web view that has none: what the page keeps there is not known here.
    sessionStorage: undefined,
    localStorage: undefined,
    setTimeout: nothing,
    setInterval: nothing,
    fetch: undefined,
  };
}
