import type { SiteFacts } from '@hiram/visitor-pages/site-facts';
import type { ReactNode } from 'react';
import { pictureAddress, pictures } from './pictures.ts';

/** One of the site's pictures, in the brand's colours. */
export function Picture({
  name,
  facts,
  alt,
}: {
  readonly name: keyof typeof pictures;
  readonly facts: SiteFacts;
  readonly alt: string;
}): ReactNode {
  const { width, height } = pictures[name];
  return <img src={pictureAddress(name, facts.colours)} width={width} height={height} alt={alt} />;
}
