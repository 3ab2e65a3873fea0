import type { Brand } from '../../brands/brand.ts';
import type { Translate } from '../../brands/texts/translate.ts';

/** The brand and the reader's language. */
export interface Wording {
  readonly brand: Brand;
  readonly translate: Translate;
  readonly lang: string;
}

/** A status and its meaning, one line each. */
export interface Notice {
  readonly title: string;
  readonly text: string;
}
