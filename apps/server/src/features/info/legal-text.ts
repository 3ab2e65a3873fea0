import type { legalText } from '@hiram/contract/info';
import type { OpenHandler } from '../../api/serve.ts';

/** A legal text of the brand. */
export const showLegalText: OpenHandler<typeof legalText> = async ({ name }, { brand }) => {
  const text = brand.texts.get(name);
  // The start checks that each brand has every text.
  if (!text) throw new Error(`${brand.id} has no ${name}`);
  return { title: text.title, html: text.html, sections: [...text.sections] };
};
