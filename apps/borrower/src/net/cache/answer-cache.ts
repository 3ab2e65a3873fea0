/** An answer as this phone last had it. */
export interface CachedAnswer {
  readonly data: unknown;
  /** When it arrived, in milliseconds since 1970. */
  readonly at: number;
}

/** The phone and the clock around the cached answers. */
export interface AnswerCacheEnvironment {
  readonly now: () => number;
  /** The secret of the key: the session, the brand and the build. Undefined without a session. */
  readonly secret: () => string | undefined;
  readonly store: {
    read(): string | null;
    write(text: string): void;
    drop(): void;
  };
}

interface NamedAnswer extends CachedAnswer {
  readonly name: string;
}

/** The stored text: bytes are in base64. `at` is readable, so that a page without the session can remove old answers. */
interface Stored {
  readonly at: number;
  readonly salt: string;
  readonly iv: string;
  readonly data: string;
}

/** Milliseconds. What is due changes from day to day: an older figure would only mislead. */
export const maxAnswerAgeMs = 86_400_000;
const maxAnswers = 6;
/** Characters of all answers together. */
const maxLength = 100_000;

const utf8 = new TextEncoder();

function toText(bytes: Uint8Array): string {
  let text = '';
  for (const byte of Array.from(bytes)) text += String.fromCharCode(byte);
  return btoa(text);
}

const toBytes = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

async function keyOf(secret: string, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', utf8.encode(secret), 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info: utf8.encode('hiram last known') },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

async function encrypt(secret: string, answers: readonly NamedAnswer[]): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const plain = utf8.encode(JSON.stringify(answers));
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyOf(secret, salt), plain);
  const stored: Stored = {
    at: Math.max(...answers.map(({ at }) => at)),
    salt: toText(salt),
    iv: toText(iv),
    data: toText(new Uint8Array(data)),
  };
  return JSON.stringify(stored);
}

/** Throws if the text is of another session, brand or build, or was changed. */
async function decrypt(secret: string, text: string): Promise<readonly NamedAnswer[]> {
  const { salt, iv, data }: Stored = JSON.parse(text);
  const key = await keyOf(secret, toBytes(salt));
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: toBytes(iv) }, key, toBytes(data));
  return JSON.parse(new TextDecoder().decode(plain));
}

/**
 * The last answers of a borrower's main screens, encrypted with a key that only a page with the same session can derive.
 * The key is nowhere stored. What a page cannot read is removed: another person's or session's, a former build's, an old one.
 */
export class AnswerCache {
  private readonly environment: AnswerCacheEnvironment;

  constructor(environment: AnswerCacheEnvironment) {
    this.environment = environment;
  }

  /** The answers that this page may read. Removes all if it may read none. */
  private async readAll(): Promise<readonly NamedAnswer[]> {
    const { store, secret, now } = this.environment;
    const text = store.read();
    if (text === null) return [];
    const own = secret();
    try {
      if (own !== undefined) {
        const answers = await decrypt(own, text);
        const current = answers.filter(({ at }) => at <= now() && now() - at <= maxAnswerAgeMs);
        if (current.length > 0) return current;
      }
    } catch {
      // Not ours: it is removed below.
    }
    // Another page may have written meanwhile.
    if (store.read() === text) store.drop();
    return [];
  }

  async read(name: string): Promise<CachedAnswer | undefined> {
    return (await this.readAll()).find((answer) => answer.name === name);
  }

  /** Removes what this page may not read. */
  async sweep(): Promise<void> {
    await this.readAll();
  }

  /** Caches an answer. The oldest of too many are left out. Caches nothing if the session ends meanwhile. */
  async save(name: string, data: unknown): Promise<void> {
    const { store, secret, now } = this.environment;
    const own = secret();
    if (own === undefined) return;
    const others = (await this.readAll()).filter((answer) => answer.name !== name);
    const answers: NamedAnswer[] = [{ name, data, at: now() }, ...others].slice(0, maxAnswers);
    while (answers.length > 0 && JSON.stringify(answers).length > maxLength) answers.pop();
    if (answers.length === 0) return;
    const text = await encrypt(own, answers);
    if (secret() === own) store.write(text);
  }
}
