import type { SiteFacts } from '@hiram/visitor-pages/site-facts';
import type { ReactNode } from 'react';
import { drawingAddress, pictureAddress, pictures } from './pictures.ts';
import css from './Site.module.css';

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

/** One of the brand's own drawings, in the brand's frame. */
export function FramedDrawing({
  name,
  facts,
  alt,
}: {
  readonly name: 'person' | 'hand';
  readonly facts: SiteFacts;
  readonly alt: string;
}): ReactNode {
  const address = drawingAddress(facts[name], facts.colours);
  return <img className={css.framed} src={address} width={448} height={432} alt={alt} />;
}
