import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from './root.ts';

const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8');
const sourcesOf = (pattern: string) => globSync(pattern, { cwd: root }).map(read).join('\n');

/** Components that give others what they need, and draw nothing. */
const drawNothing = new Set(['BrandFormats', 'InBrand']);

for (const app of ['borrower', 'console'])
  test(`each component of the ${app}’s kit is in its gallery [T179${app === 'borrower' ? 4 : 5}]`, () => {
    const kit = sourcesOf(`apps/${app}/src/kit/**/*.tsx`);
    const gallery = sourcesOf(`apps/${app}/gallery/*.tsx`);
    const components = [...kit.matchAll(/^export function ([A-Z]\w*)/gm)].map(([, name = '']) => name);
    expect(components.length).toBeGreaterThan(10);
    const isShown = (name: string) => new RegExp(`<${name}\\b`).test(gallery + kit);
    expect(components.filter((name) => !isShown(name) && !drawNothing.has(name))).toEqual([]);
  });
