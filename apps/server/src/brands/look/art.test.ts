import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BrandError, loadBrand } from '../brand.ts';
import { drawings, loadArt, lookRules, themeRules } from './art.ts';

const shippedDir = fileURLToPath(new URL('../../../../../brands', import.meta.url));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hiram-art-'));
  cpSync(join(shippedDir, 'ph'), join(folder, 'mine'), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

const colours = { primary: '#000000', accent: '#ffffff' };
const draw = (svg: string) => {
  for (const file of Object.values(drawings)) writeFileSync(join(folder, 'mine', file), svg);
  return loadArt(folder, 'mine', colours).problems;
};
const plain =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4z" fill="var(--primary)"/></svg>';

test('a brand’s drawings are plain, small and of its own colours, or one line names each fault', () => {
  expect(draw(plain)).toEqual([]);
  for (const [svg, words] of [
    [plain.replace('<path', '<script>alert(1)</script><path'), 'is not a plain drawing (SVG)'],
    [plain.replace('fill=', 'onclick="x" fill='), 'is not a plain drawing (SVG)'],
    [plain.replace('var(--primary)', 'url(https://elsewhere.example/a)'), 'is not a plain drawing (SVG)'],
    [plain.replace('fill=', 'style="x" fill='), 'is not a plain drawing (SVG)'],
    [plain.replace('--primary', '--purple'), 'uses the colour purple, which brand.json does not have'],
    [plain.replace('</svg>', `${'<path d="M0 0h4v4z"/>'.repeat(400)}</svg>`), 'is larger than 6144 bytes'],
  ] as const)
    expect(draw(svg)).toEqual(Object.values(drawings).map((file) => `brands/mine/${file} ${words}`));
  rmSync(join(folder, 'mine/art'), { recursive: true });
  expect(() => loadBrand(folder, 'mine')).toThrow(BrandError);
  expect(loadArt(folder, 'mine', colours).problems).toContain('brands/mine/art/home.svg is missing');
});

test('a brand’s face becomes CSS: its corners and type once, its colours and its pattern per theme', () => {
  const brand = loadBrand(shippedDir, 'id');
  expect(lookRules(brand)).toContain('--radius:0px;--radius-button:2px');
  expect(lookRules(brand)).toContain('--display-case:uppercase');
  const dark = themeRules(brand, brand.colours.dark);
  expect(dark).toContain(`--deep:${brand.colours.dark.deep}`);
  expect(dark).toContain('--pattern:url("data:image/svg+xml,');
  expect(dark).not.toMatch(/data:[^"]*(var\(|[<>#])/);
  const json: { look: object } = JSON.parse(readFileSync(join(shippedDir, 'id/brand.json'), 'utf8'));
  expect(json.look).toEqual(brand.look);
});
