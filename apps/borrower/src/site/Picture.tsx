import type { ReactNode } from 'react';
import { pictures } from './pictures.ts';

/** One of the site's pictures. `late`: below the first screen, loaded lazily. */
export function Picture({
  name,
  alt,
  late = true,
}: {
  readonly name: keyof typeof pictures;
  readonly alt: string;
  readonly late?: boolean;
}): ReactNode {
  const { src, width, height } = pictures[name];
  return <img src={src} width={width} height={height} alt={alt} loading={late ? 'lazy' : 'eager'} />;
}
