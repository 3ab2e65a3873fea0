import type { ReactNode } from 'react';

/** A drawing of the brand's folder. It follows the theme, because it names its colours by role. */
export function BrandArt({ svg }: { readonly svg: string | undefined }): ReactNode {
  if (!svg) return null;
  return (
    <div
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server accepts only plain drawings of the brand's own folder
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  );
}
