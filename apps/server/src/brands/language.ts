import type { Brand } from './brand.ts';

/** The language in which a caller is answered: the brand's, which knows it already, save those in which only some texts are given. */
export function languageFor(brand: Brand, asked: string | undefined): string {
  const code = asked?.toLowerCase().split(/[-_]/)[0];
  return code === 'zh' || code === 'es' ? code : brand.language;
}
