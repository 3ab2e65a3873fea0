import { cataloguesOf } from '../i18n/catalogues.ts';
import { loadTexts } from '../i18n/i18n.ts';
import { Identity } from './Identity.tsx';

/** The step of the identity document, once its texts are there. */
export async function loadIdentity(): Promise<{ readonly default: typeof Identity }> {
  await loadTexts((language) => cataloguesOf('identity/Identity.tsx', language));
  return { default: Identity };
}
