import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ChannelTemplate } from '@hiram/contract/promotion';
import type {
  DocumentOptions,
  VisitorAssets,
  VisitorPage,
  VisitorRenderer,
} from '@hiram/visitor-pages/pages';
import type { Brand } from '../../brands/brand.ts';
import { markets } from '../../brands/markets/markets.ts';
import { jsonBlock } from '../web/json-block.ts';
import { colourRules, type PageSettings, publicSettings } from '../web/pages.ts';

/** Renders pages for visitors with the build's renderer, in a brand's colours and language. */
export interface VisitorDocuments {
  /** `requestedLanguage`: the language that the URL names, whether or not the brand has it. */
  render(page: VisitorPage, brand: Brand, requestedLanguage: string): string;
}

/** The brand with the colours of one of its landing pages. */
function tinted(brand: Brand, { colours }: ChannelTemplate): Brand {
  const { light, dark } = brand.colours;
  return { ...brand, colours: { light: { ...light, ...colours.light }, dark: { ...dark, ...colours.dark } } };
}

/** Loads a build's renderer. Throws if the web app is not built. */
export async function loadDocuments(webDir: string, settings: () => PageSettings): Promise<VisitorDocuments> {
  const file = join(webDir, 'visitor/render.mjs');
  if (!existsSync(file)) throw new Error('the web app is not built: run `npm run build`');
  const renderer: VisitorRenderer = await import(pathToFileURL(file).href);
  const assets: VisitorAssets = JSON.parse(readFileSync(join(webDir, 'visitor/assets.json'), 'utf8'));
  return {
    render(page, brand, requestedLanguage) {
      const options: DocumentOptions = {
        language: brand.language,
        requestedLanguage,
        usesSpecifiedCopy: markets[brand.market].specifiedCopy,
        colours: colourRules(
          'facts' in page && 'template' in page.facts ? tinted(brand, page.facts.template) : brand,
        ),
        settings: jsonBlock(publicSettings(brand, settings())),
        assets,
      };
      return renderer.renderDocument(page, options);
    },
  };
}
