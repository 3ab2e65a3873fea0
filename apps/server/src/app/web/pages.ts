import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { escapeHtml } from '@hiram/visitor-pages/escape-html';
import { type Brand, creditingDays, decisionDays } from '../../brands/brand.ts';
import { lookRules, themeRules } from '../../brands/look/art.ts';
import { countryZones } from '../../brands/markets/contact-law.ts';
import { markets } from '../../brands/markets/markets.ts';
import { jsonBlock } from './json-block.ts';
import type { PackedScripts } from './packed-scripts.ts';

/** A document filled for a brand, compressed once at the start, with the policy for its scripts and styles. */
export interface Page {
  readonly plain: Buffer;
  readonly gzip: Buffer;
  readonly brotli: Buffer;
  readonly policy: string;
  /** The same document for a browser that gets the scripts with it. Absent for a page whose scripts are only files. */
  readonly withoutScripts?: Buffer;
  /** The text of the page's settings. */
  readonly settings: string;
}

export interface PageSettings {
  readonly apiBase: string;
  readonly sandbox: boolean;
  readonly hostOrigin: string;
  /** True if phones keep pages and last answers. Absent on a static host, which has no worker. */
  readonly cachesPages?: boolean;
  /** The brand's name in calls, where the URL need not contain it: a static folder belongs to one brand. */
  readonly appName?: string;
}

const titles: Readonly<Record<string, string>> = { order: 'Order Details', loanDetail: 'Order Details' };

/** Shows the first view and hands over the answer that a streamed document contains. Its hash is in every page's policy. */
export const showScript = '<script>window.hiramShow&&hiramShow()</script>';

export function colourRules(brand: Brand): string {
  const [light, dark] = [themeRules(brand, brand.colours.light), themeRules(brand, brand.colours.dark)];
  return `html:root{${lookRules(brand)}}:root{color-scheme:light;${light}}@media(prefers-color-scheme:dark){:root{color-scheme:dark;${dark}}}:root[data-theme=light]{color-scheme:light;${light}}:root[data-theme=dark]{color-scheme:dark;${dark}}`;
}

/** The scenes that a document needs in its first view, by the document's name. */
const scenesOf: Readonly<Record<string, readonly ('home' | 'settled')[]>> = {
  main: ['home', 'settled'],
  login: ['home'],
  order: ['settled'],
  loanDetail: ['settled'],
  repaymentOfCode: ['settled'],
};

/** The brand's settings that are public to the page. Secrets and the lender's own settings stay on the server. */
export function publicSettings(brand: Brand, settings: PageSettings, page = ''): object {
  return {
    brand: brand.id,
    market: brand.market,
    name: brand.names.english,
    languages: brand.languages,
    real: brand.real,
    // In a country with several, a borrower's clock is not the lender's: the phone's own zone counts.
    timeZone: countryZones[markets[brand.market].country].length === 1 ? brand.timeZone : undefined,
    servicePhone: brand.servicePhone,
    deepLinkScheme: brand.deepLinkScheme,
    partners: brand.partners,
    storeUrl: brand.storeUrl,
    decisionDays,
    creditingDays,
    authority: brand.lender.authority,
    guides: Object.fromEntries(brand.channels.map(({ guide, showType }) => [guide, showType])),
    look: { story: brand.look.story, edge: brand.look.edge },
    art: Object.fromEntries(
      ['mark' as const, ...(scenesOf[page] ?? [])].map((name) => [name, brand.art[name]]),
    ),
    ...settings,
  };
}

function hashes(html: string, element: 'script' | 'style'): string {
  const matches = html.matchAll(
    new RegExp(`<${element}(?![^>]*(?:src=|application/json))[^>]*>([\\s\\S]*?)</${element}>`, 'g'),
  );
  return [...matches]
    .map(([, body = '']) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`)
    .join(' ');
}

/** The API's origin as a policy source, if it is not the document's own. */
function apiSource(apiBase: string): string {
  return apiBase.startsWith('/') ? '' : ` ${new URL(apiBase).origin}`;
}

/** The content security policy of a document. It uses hashes, not nonces, because documents are also served from CDNs. */
export function policyFor(html: string, { apiBase, hostOrigin }: PageSettings): string {
  const api = apiSource(apiBase);
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes(html, 'script')}`,
    `style-src 'self' ${hashes(html, 'style')}`,
    `img-src 'self' data: blob:${api}`,
    `connect-src 'self'${api}`,
    `frame-src 'self'${api}`,
    "font-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${api}`,
    "manifest-src 'self'",
    `frame-ancestors 'self' ${hostOrigin}`.trim(),
  ].join('; ');
}

/** The names of the built documents. */
function pageNames(webDir: string): string[] {
  return readdirSync(join(webDir, 'pages')).map((file) => basename(file, '.html'));
}

/** The built documents by name, unfilled. Throws if the web app is not built. */
export function readPages(webDir: string): ReadonlyMap<string, string> {
  return new Map(
    pageNames(webDir).map((name) => [name, readFileSync(join(webDir, 'pages', `${name}.html`), 'utf8')]),
  );
}

/** Fills one built document for a brand. `packed`: the scripts that it can bring. */
export function fillPage(
  [name, built]: readonly [string, string],
  brand: Brand,
  settings: PageSettings,
  packed?: PackedScripts,
): Page {
  const publicOnes = jsonBlock(publicSettings(brand, settings, name));
  const fill = (document: string) =>
    document
      .replace('%TITLE%', () => escapeHtml(titles[name] ?? brand.names.english))
      .replace('%COLOURS%', () => colourRules(brand))
      .replace('%SETTINGS%', () => publicOnes);
  const html = fill(built);
  const plain = Buffer.from(html);
  const other = packed?.documentOf(name);
  const withoutScripts = other === undefined ? undefined : fill(other);
  return {
    plain,
    gzip: gzipSync(plain, { level: 9 }),
    brotli: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    policy: policyFor([html, withoutScripts, showScript, packed?.elementsOf(name)].join(''), settings),
    settings: publicOnes,
    ...(withoutScripts === undefined ? {} : { withoutScripts: Buffer.from(withoutScripts) }),
  };
}

/** Fills every built document for a brand: page name (`order`) → document. Throws if the web app is not built. */
export function fillPages(webDir: string, brand: Brand, settings: PageSettings): ReadonlyMap<string, Page> {
  return new Map([...readPages(webDir)].map((built) => [built[0], fillPage(built, brand, settings)]));
}
