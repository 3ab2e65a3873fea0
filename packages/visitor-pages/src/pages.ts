import type { PlainForm, PromotionFacts } from './promotion-facts.ts';
import type { SiteFacts, SiteSection } from './site-facts.ts';

/**
 * A page for visitors. It is rendered completely with its texts, and is the same for everyone of a brand and a
 * language.
 */
export type VisitorPage =
  | { readonly kind: 'promotion'; readonly facts: PromotionFacts; readonly plain?: PlainForm }
  | { readonly kind: 'download'; readonly facts: PromotionFacts }
  | { readonly kind: 'agreement'; readonly facts: PromotionFacts }
  | { readonly kind: 'site'; readonly section: SiteSection; readonly facts: SiteFacts }
  /** A text, alone to be shown in a frame, or below its brand's mark (an SVG) and name. */
  | {
      readonly kind: 'text';
      readonly title: string;
      readonly html: string;
      readonly brand?: { readonly mark: string; readonly name: string };
    };

/** The files of the build that a document refers to. */
export interface VisitorAssets {
  readonly promotion: { readonly css: string; readonly entry: string; readonly preload: readonly string[] };
  readonly site: { readonly css: string };
  /** By language, the catalogue files that the promotion page's script loads. */
  readonly words: Readonly<Record<string, readonly string[]>>;
}

export interface DocumentOptions {
  readonly language: string;
  /** The requested language, if only the specified texts exist in it. */
  readonly requestedLanguage: string;
  /** True if the market follows the specification literally. */
  readonly usesSpecifiedCopy: boolean;
  /** The brand's colours as CSS rules. */
  readonly colours: string;
  /** The settings of the page's scripts: JSON that cannot close its script element. */
  readonly settings: string;
  readonly assets: VisitorAssets;
}

/** The exports of a build's `render.mjs`. */
export interface VisitorRenderer {
  renderDocument(page: VisitorPage, options: DocumentOptions): string;
}
