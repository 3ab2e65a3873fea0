import type { PlainForm, PromotionFacts } from '../promotion/facts.ts';
import type { SiteFacts, SiteSection } from '../site/facts.ts';

/** A page for visitors: it arrives whole, with its words, and is the same for everyone of a brand and a language. */
export type VisitorPage =
  | { readonly kind: 'promotion'; readonly facts: PromotionFacts; readonly plain?: PlainForm }
  | { readonly kind: 'download'; readonly facts: PromotionFacts }
  | { readonly kind: 'agreement'; readonly facts: PromotionFacts }
  | { readonly kind: 'site'; readonly section: SiteSection; readonly facts: SiteFacts }
  /** A text alone, to stand in a frame. */
  | { readonly kind: 'text'; readonly title: string; readonly html: string };

/** The files of the build that a document names. */
export interface VisitorAssets {
  readonly promotion: { readonly css: string; readonly entry: string; readonly preload: readonly string[] };
  readonly site: { readonly css: string };
  /** Language → the files of the words that the promotion page's script loads. */
  readonly words: Readonly<Record<string, readonly string[]>>;
}

export interface DocumentOptions {
  readonly language: string;
  /** The language that was asked for, where it is one in which only some texts are given. */
  readonly asked: string;
  /** The market follows the specification's letter. */
  readonly letter: boolean;
  /** The brand's colours as rules. */
  readonly colours: string;
  /** What the page's scripts are told (JSON that cannot end its own element). */
  readonly settings: string;
  readonly assets: VisitorAssets;
}

/** What `render.mjs` of a build exports. */
export interface VisitorRenderer {
  renderDocument(page: VisitorPage, options: DocumentOptions): string;
}
