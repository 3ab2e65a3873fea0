import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackedPages } from '@hiram/visitor-pages/packed-pages';
import type { Brand } from '../../brands/brand.ts';
import { jsonBlock } from './json-block.ts';
import { type Piece, pieceOf } from './piece.ts';

/** The scripts and texts that documents bring, by page. */
export interface PackedScripts {
  /** The page's document without scripts, unfilled. Undefined for a page whose scripts are only files. */
  documentOf(page: string): string | undefined;
  /** The elements that the page's document can bring: its policy allows them. */
  elementsOf(page: string): string;
  /** The part after the shell of the document: its texts in the requested language and its scripts. */
  pieceOf(page: string, brand: Brand, requestedLanguage: string): Piece;
}

/**
 * Says that the scripts have arrived. The page runs them when it has shown its view: see
 * `start/run-scripts.ts` in the web app.
 */
const packedScript = '<script>window.hiramPacked&&hiramPacked()</script>';

const element = (script: string): string => `<script>${script}</script>`;
/** Scripts that the phone does not compile where they stand. */
const laterElement = (script: string): string =>
  `<script type="text/plain" class="hiram-scripts">${script}</script>`;

/** The language of the page's first texts, as the page itself chooses it (`chosenLanguage` in the web app). */
function languageOf(brand: Brand, requested: string): string {
  const code = requested.toLowerCase().split(/[-_]/)[0] ?? '';
  const known = code === 'tl' ? 'fil' : code;
  return brand.languages.find((language) => language === known) ?? brand.languages[0] ?? 'en';
}

/** Reads a build's packed scripts. A build without them has none for any page. */
export function readPackedScripts(webDir: string): PackedScripts {
  const folder = join(webDir, 'packed');
  const file = join(folder, 'pages.json');
  const { specified, pages }: PackedPages = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { specified: '', pages: {} };
  const documents = new Map(
    Object.keys(pages).map((page) => [page, readFileSync(join(folder, `${page}.html`), 'utf8')]),
  );
  const pieces = new Map<string, Piece>();
  const scriptsOf = (page: string) => pages[page]?.scripts ?? [];
  return {
    documentOf: (page) => documents.get(page),
    elementsOf: (page) =>
      documents.has(page) ? [specified, ...scriptsOf(page)].map(element).join('') + packedScript : '',
    pieceOf(page, brand, requested) {
      const language = languageOf(brand, requested);
      const hasSpecified = brand.market === 'spec' || /^(zh|id)\b/i.test(requested);
      const key = [page, language, hasSpecified].join();
      const texts = pages[page]?.texts[language];
      const piece =
        pieces.get(key) ??
        pieceOf(
          [
            texts
              ? `<script type="application/json" id="hiram-texts" title="${texts.file}">${jsonBlock(texts.messages)}</script>`
              : '',
            hasSpecified ? element(specified) : '',
            ...scriptsOf(page).map(laterElement),
            packedScript,
          ].join(''),
        );
      pieces.set(key, piece);
      return piece;
    },
  };
}
