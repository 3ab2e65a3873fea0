/**
 * Writes a built web app as one brand's folder for any static host, against an API elsewhere. Run by
 * `npm run build -- --brand ph --out DIR [--api https://api.lender.example]`.
 */
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { sitePaths, siteSections } from '@hiram/visitor-pages/site-facts';
import { BrandError, loadBrand } from '../../brands/brand.ts';
import { brandsFolder } from '../../context/config.ts';
import { shownTemplate } from '../../features/promotion/example.ts';
import { loadTemplates } from '../../features/promotion/templates.ts';
import { ConfigError } from '../../platform/errors/config-error.ts';
import { loadDocuments } from '../visitor-pages/documents.ts';
import { promotionFacts } from '../visitor-pages/facts.ts';
import { plainUrl } from '../visitor-pages/plain-form.ts';
import { siteFacts } from '../visitor-pages/site-facts.ts';
import { fillPages, type PageSettings, policyFor } from '../web/pages.ts';
import { publish } from './publish.ts';

const { values } = parseArgs({
  options: {
    brand: { type: 'string' },
    /** The folder with the web app's build; the result ends up in `out`. */
    built: { type: 'string' },
    out: { type: 'string' },
    /** The origin of the published folder, for search engines. */
    site: { type: 'string', default: '' },
    api: { type: 'string', default: process.env.PUBLIC_URL ?? '' },
  },
});

function reject(line: string): never {
  console.error(line);
  process.exit(1);
}

const { brand: brandId, built, out } = values;
if (!brandId || !built || !out)
  reject('--brand and --out are required: npm run build -- --brand ph --out DIR');
if (values.api !== '' && !/^https?:\/\/[a-z0-9.-]+(:\d+)?$/i.test(values.api))
  reject('--api must be an origin: https://host, no path');

const root = fileURLToPath(new URL('../../../../..', import.meta.url));
const folder = resolve(built);

/**
 * Adds the policy to the document itself, because a static host may not set headers. A document cannot restrict who frames
 * it.
 */
function withPolicy(html: string): string {
  const policy = policyFor(html, settings)
    .split('; ')
    .filter((rule) => !rule.startsWith('frame-ancestors'))
    .join('; ');
  // After the character set, which must be in the first kilobyte.
  const charset = '<meta charset="utf-8">';
  return html.replace(charset, `${charset}<meta http-equiv="Content-Security-Policy" content="${policy}">`);
}

async function write(path: string, html: string): Promise<void> {
  const file = join(folder, path, 'index.html');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, withPolicy(html));
}

const settings: PageSettings = {
  apiBase: `${values.api}/api`,
  sandbox: false,
  hostOrigin: '',
  appName: brandId,
};

try {
  const brandsDir = brandsFolder(process.env.BRANDS_DIR || undefined, root);
  const brand = loadBrand(brandsDir, brandId);
  const [template] = [...loadTemplates(brandsDir, brand).values()];
  if (!template) throw new BrandError(`brands/${brandId}/landing contains no landing page`);
  for (const [name, page] of fillPages(folder, brand, settings)) await write(name, page.plain.toString());
  const documents = await loadDocuments(folder, () => settings);
  const facts = promotionFacts(brand, shownTemplate(template, brand), `${values.api}${plainUrl}`);
  const download = promotionFacts(brand, facts.template, facts.plainUrl, false, values.site);
  for (const [path, kind] of [
    ['promotion', 'promotion'],
    ['downloadTemplate', 'download'],
    ['agreementTemplate', 'agreement'],
  ] as const)
    await write(path, documents.render({ kind, facts: kind === 'download' ? download : facts }, brand, ''));
  const site = siteFacts(brand, { origin: values.site, named: false });
  for (const section of siteSections)
    await write(sitePaths[section], documents.render({ kind: 'site', section, facts: site }, brand, ''));
  const policy = brand.texts.get('privacy-policy');
  const text = { kind: 'text', title: policy?.title ?? '', html: policy?.html ?? '' } as const;
  await write('policyText', documents.render(text, brand, ''));
  // Most static hosts answer an unknown path with this file.
  await copyFile(join(folder, 'error/index.html'), join(folder, '404.html'));
  // Only the server needs these.
  for (const name of ['pages', 'packed', 'visitor', 'host', 'build.json', '.vite'])
    await rm(join(folder, name), { recursive: true, force: true });
  await publish(folder, resolve(out), new Date());
  await rm(folder, { recursive: true });
  console.log(
    `${brand.names.english} is in ${resolve(out)}: serve it unchanged, and add its origin to the API's CORS_ORIGINS`,
  );
} catch (error) {
  if (error instanceof BrandError || error instanceof ConfigError) reject(error.message);
  throw error;
}
