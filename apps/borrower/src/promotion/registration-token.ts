const storageKey = 'hiram.registration';

/** The proof of a right captcha and a sent code: the visitor's id of that code, for this number alone. */
export interface RegistrationToken {
  readonly phone: string;
  readonly visitorId: string;
}

/** Keeps the token in this tab, so that a reload between the text message and "Register" does not lose it (PROM-16). */
export function saveToken(token: RegistrationToken): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(token));
  } catch {
    // Without storage the token lasts until the page is left.
  }
}

/** The token that this tab kept; undefined without one. */
export function savedToken(): RegistrationToken | undefined {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    if (typeof saved !== 'object' || saved === null || !('phone' in saved) || !('visitorId' in saved))
      return undefined;
    const { phone, visitorId } = saved;
    return typeof phone === 'string' && typeof visitorId === 'string' ? { phone, visitorId } : undefined;
  } catch {
    return undefined;
  }
}

/** Forgets the token: it was used, or the server does not know it any more. */
export function dropToken(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing was kept.
  }
}
