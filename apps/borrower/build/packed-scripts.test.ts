import { createContext, runInContext } from 'node:vm';
import { afterEach, expect, test, vi } from 'vitest';
import { fileScript, inlineScript } from './packed-scripts.ts';

afterEach(() => vi.unstubAllGlobals());

const counter = ['counter-1.js', 'let n=0;function up(){return++n}export{up as a};'] as const;
const screen = [
  'screen-1.js',
  'import{a as e}from"./counter-1.js";const t=()=>import(`./later-1.js`),r=e=>import(e);var i=new URL(import.meta.url).pathname;e();export{t as n,r as i,i as in};',
] as const;

interface Stored {
  readonly e: Readonly<Record<string, (name?: string) => unknown>>;
}
type Scripts = Record<string, readonly unknown[] & Stored>;

/** Runs an inline script as a document does whose texts stand before it. */
function run(script: string, className = ''): Scripts {
  const window: { hiramScripts: Scripts } = { hiramScripts: {} };
  const texts = { title: 'texts-1.js', textContent: '{"hello":["Hello"]}' };
  const document = { documentElement: { className }, getElementById: () => texts };
  const context = createContext({
    window,
    document,
    URL,
    location: { origin: 'https://app.test' },
    setTimeout: (task: () => void) => task(),
  });
  runInContext(script, context);
  return window.hiramScripts;
}

test('a script that the document has run is not run again when another script imports its file [T742]', async () => {
  const kept = run(inlineScript([counter, screen]));
  expect(kept['screen-1.js']?.e.in).toBe('/assets/screen-1.js');
  vi.stubGlobal('window', { hiramScripts: kept });
  const asFile = async (): Promise<{ a(): number }> =>
    import(`data:text/javascript,${encodeURIComponent(fileScript(...counter))}//${Math.random()}`);
  // The inline screen has counted once.
  expect((await asFile()).a()).toBe(2);
  vi.stubGlobal('window', { hiramScripts: {} });
  expect((await asFile()).a()).toBe(1);
});

test('an inline script takes from the document what it has, and its texts [T746]', async () => {
  const { e } = run(inlineScript([counter, ['later-1.js', 'var l=5;export{l as five};'], screen]))[
    'screen-1.js'
  ] as Stored;
  expect(await e.n?.()).toEqual({ five: 5 });
  expect(await e.i?.('/assets/texts-1.js')).toEqual({ messages: { hello: ['Hello'] } });
});

test('the start runs in a task of its own, and nothing runs in an engine that is too old', () => {
  const script = inlineScript([counter], ['start-1.js', 'import{a as e}from"./counter-1.js";e();']);
  expect(Object.keys(run(script))).toEqual(['texts-1.js', 'counter-1.js', 'start-1.js']);
  expect(script).toContain('setTimeout(()=>{');
  expect(run(script, 'too-old')).toEqual({});
});

test.each([
  ['an export that changes', 'let n=0;function up(){n++}export{n as a,up as b};', /exports n, which changes/],
  ['another way to export', 'export default 5;', /another export/],
  ['another package', 'import{a as e}from"preact";e();', /an import of preact/],
  ['a name of the inline script', 'var kept$=1;export{kept$ as a};', /a name of the inline script/],
  ['the end of its own element', 'var e=`</script>`;export{e as a};', /end its own element/],
])('the build stops at %s', (_, code, reason) => {
  expect(() => inlineScript([['odd-1.js', code]])).toThrow(reason);
});
