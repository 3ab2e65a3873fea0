import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const shipped = fileURLToPath(new URL('../../../../../brands', import.meta.url));

/**
 * Makes a folder of brands with one alone: `ph` with the addresses and registrations of a lender that exists,
 * and with changes to its rules for the identity of borrowers.
 */
export function makeLendersBrands(folder: string, identity: object = {}): string {
  mkdirSync(folder, { recursive: true });
  cpSync(join(shipped, 'ph'), join(folder, 'ph'), { recursive: true });
  const file = join(folder, 'ph/brand.json');
  const text = readFileSync(file, 'utf8').replaceAll('hagdan.example', 'hagdan.ph');
  const brand = JSON.parse(text);
  brand.lender = { ...brand.lender, registration: 'CS2026-18304', authority: 'CA-1187' };
  brand.identity = { ...brand.identity, ...identity };
  writeFileSync(file, JSON.stringify(brand));
  return folder;
}

let made: string | undefined;

/** The same folder for every test of a process, as BRANDS_DIR of a server outside the sandbox. */
export function lendersBrands(): string {
  if (made === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'hiram-brands-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    made = makeLendersBrands(folder);
  }
  return made;
}
