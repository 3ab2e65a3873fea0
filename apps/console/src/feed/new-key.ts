export interface NewKey {
  readonly key: string;
  /** Its SHA-256 in hexadecimal. */
  readonly hash: string;
}

/** A key of the feed: `hfk_` and 32 random bytes as base64url. */
export async function newKey(): Promise<NewKey> {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const text = btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (letter) =>
    letter === '+' ? '-' : letter === '/' ? '_' : '',
  );
  const key = `hfk_${text}`;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { key, hash };
}
