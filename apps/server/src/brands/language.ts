import type { Brand } from './brand.ts';

/**
 * The language of answers to a caller: Chinese or Spanish, which only the specified copy has, if requested; otherwise the
 * brand's language, which is already the caller's.
 */
export function languageFor(brand: Brand, requested: string | undefined): string {
  const code = requested?.toLowerCase().split(/[-_]/)[0];
  return code === 'zh' || code === 'es' ? code : brand.language;
}
