import { basename } from 'node:path';
import { type NodePath, parseSync, traverse, type types } from '@babel/core';

/**
 * The scripts of a first view as one inline script. A browser that opens its first document has none of them, and a request
 * for them costs a round trip: the server sends them in the document while it waits for the answer of the page's call.
 *
 * Each script becomes a function whose result, its exports, is kept in `window.hiramScripts` under the file's
 * name: as a list, with the module's namespace in `e`. Other scripts import the same file later. It must not
 * run a second time, with a state of its own: the file then exports what is kept. The list is what a file can
 * read with the fewest bytes.
 */

/** The part of a script's text between two positions. */
interface Span {
  readonly start: number;
  readonly end: number;
}

interface ScriptModule {
  /** The text without imports and exports. */
  readonly body: string;
  /** Its import statements as they are. */
  readonly imports: string;
  /** Imports as declarations that read from what is kept. */
  readonly reads: string;
  /** Exported name and local name. */
  readonly exports: readonly (readonly [exported: string, local: string])[];
}

const nameOf = (node: types.Identifier | types.StringLiteral): string =>
  node.type === 'Identifier' ? node.name : node.value;

/** The name of a file of the same folder: what the build's scripts import. */
function fileOf(source: string): string {
  if (!/^(\.|\/assets)\/[\w.-]+$/.test(source)) throw new Error(`an import of ${source}`);
  return basename(source);
}

function readOf({ source, specifiers }: types.ImportDeclaration): string {
  const kept = `kept$[${JSON.stringify(fileOf(source.value))}]`;
  const fields = specifiers.map((each) => {
    if (each.type !== 'ImportSpecifier') throw new Error(`an import of all that ${source.value} exports`);
    return `${nameOf(each.imported)}:${each.local.name}`;
  });
  return fields.length === 0 ? '' : `const{${fields.join()}}=${kept}.e;`;
}

/** Cuts the spans out of a text, or puts others in their place. */
function replaceSpans(code: string, spans: readonly (Span & { readonly by: string })[]): string {
  let text = '';
  let at = 0;
  for (const { start, end, by } of [...spans].sort((one, other) => one.start - other.start)) {
    text += code.slice(at, start) + by;
    at = end;
  }
  return text + code.slice(at);
}

const spanOf = ({ start, end }: types.Node): Span => ({ start: start ?? 0, end: end ?? 0 });

/**
 * Replacements for a module's own syntax in an inline script: dynamic imports of files, which may be kept,
 * and the module's address.
 */
function inlineParts(path: NodePath<types.Program>, name: string): (Span & { readonly by: string })[] {
  const found: (Span & { readonly by: string })[] = [];
  path.traverse({
    MetaProperty({ node }) {
      found.push({ ...spanOf(node), by: `{url:location.origin+"/assets/${name}"}` });
    },
    CallExpression({ node }) {
      if (node.callee.type !== 'Import') return;
      const [source] = node.arguments;
      const isText = source?.type === 'TemplateLiteral' && source.expressions.length === 0;
      const address = isText ? source.quasis[0]?.value.cooked : undefined;
      if (typeof address === 'string')
        found.push({ ...spanOf(node), by: `load$(${JSON.stringify(fileOf(address))})` });
      else if (source?.type === 'Identifier')
        found.push({ ...spanOf(node), by: `load$(${source.name}.replace("/assets/",""))` });
      else throw new Error(`${name} imports what is not the name of a file`);
    },
  });
  return found;
}

/** Reads a script as the bundler wrote it. Throws if its exports change after it has run: their first values are kept. */
function parseScript(name: string, code: string, isInline: boolean): ScriptModule {
  const ast = parseSync(code, { sourceType: 'module', configFile: false, babelrc: false });
  if (!ast) throw new Error(`${name} cannot be parsed`);
  if (/\b(?:kept|load|run)\$/.test(code)) throw new Error(`${name} has a name of the inline script`);
  const cuts: (Span & { readonly by: string })[] = [];
  const imports: types.ImportDeclaration[] = [];
  const exported: [string, string][] = [];
  traverse(ast, {
    Program(path) {
      for (const node of path.node.body) {
        if (node.type === 'ImportDeclaration') imports.push(node);
        else if (node.type === 'ExportNamedDeclaration' && !node.declaration && !node.source)
          for (const each of node.specifiers) {
            if (each.type !== 'ExportSpecifier') throw new Error(`${name} exports all of another script`);
            exported.push([nameOf(each.exported), each.local.name]);
          }
        else if (node.type.startsWith('Export')) throw new Error(`${name} has another export`);
        else continue;
        cuts.push({ ...spanOf(node), by: '' });
      }
      for (const [, local] of exported)
        if ((path.scope.getBinding(local)?.constantViolations.length ?? 0) > 0)
          throw new Error(`${name} exports ${local}, which changes`);
      if (isInline) cuts.push(...inlineParts(path, name));
    },
  });
  return {
    body: replaceSpans(code, cuts).trim(),
    imports: imports.map((node) => code.slice(node.start ?? 0, node.end ?? 0)).join(''),
    reads: imports.map(readOf).join(''),
    exports: exported,
  };
}

const ended = (body: string): string =>
  body === '' || body.endsWith(';') || body.endsWith('}') ? body : `${body};`;

const parsed = new Map<string, ScriptModule>();

/** The same for a script that several pages have: to parse the shared one takes half a second. */
function readScript(name: string, code: string, isInline: boolean): ScriptModule {
  const key = [name, isInline, code].join();
  const script = parsed.get(key) ?? parseScript(name, code, isInline);
  parsed.set(key, script);
  return script;
}

/** The script as a file: it runs unless a document has already run it. */
export function fileScript(name: string, code: string): string {
  const { body, imports, exports } = readScript(name, code, false);
  const kept = `window.hiramScripts[${JSON.stringify(name)}]`;
  const list = `[${exports.map(([, local]) => local).join()}]`;
  const locals = exports.map(([exported, local]) => `${local} as ${exported}`).join();
  // The lists stand side by side: so they compress best.
  return `${imports}const run$=()=>{${ended(body)}return${list}},${list}=${kept}||run$();export{${locals}};`;
}

/**
 * Begins every inline script: what is kept, the loader of what may be kept, and the texts that stand in the document, under the
 * name of their file. In an engine that is too old nothing runs.
 */
const beginning = [
  '(w=>{"use strict";const d=document,t=d.getElementById("hiram-texts");if(d.documentElement.className)return;',
  'const kept$=w.hiramScripts,load$=n=>kept$[n]?Promise.resolve(kept$[n].e):import("/assets/"+n);',
  'if(t)kept$[t.title]={e:{messages:JSON.parse(t.textContent)}};',
].join('');

function inlinePart([name, code]: readonly [name: string, code: string]): string {
  const { body, reads, exports } = readScript(name, code, true);
  const list = exports.map(([, local]) => local).join();
  const namespace = exports.map(([exported, local]) => `${exported}:${local}`).join();
  return `kept$[${JSON.stringify(name)}]=(()=>{${reads}${ended(body)}return Object.assign([${list}],{e:{${namespace}}})})();`;
}

/**
 * These scripts as one inline script, in the order in which they need each other, and `start` behind them in a task of its own:
 * the phone can answer a tap or paint between them.
 */
export function inlineScript(
  scripts: readonly (readonly [name: string, code: string])[],
  start?: readonly [name: string, code: string],
): string {
  const parts = scripts.map(inlinePart);
  if (start) parts.push(`setTimeout(()=>{${inlinePart(start)}});`);
  const text = `${beginning}${parts.join('\n')}})(window)`;
  if (/<\/script|<!--/i.test(text)) throw new Error('the inline script would end its own element');
  return text;
}
