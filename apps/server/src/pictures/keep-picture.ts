import { randomBytes } from 'node:crypto';
import type { AppContext } from '../context/app-context.ts';
import type { Db } from '../platform/database/connect.ts';
import { newId } from '../platform/ids.ts';
import { takeUsage } from '../platform/usage-limits.ts';
import { type PictureRejection, readPicture } from './read-picture.ts';

/** How long an address of a picture works; a page asks for a fresh one each time it is opened. */
const addressMs = 60 * 60_000;
/** Pictures that one borrower may send in a day, refused ones included: far above what nine a complaint need. */
const maxPicturesADay = 60;

export type PicturePurpose = 'complaint' | 'receipt' | 'answer';

export interface Upload {
  readonly brand: string;
  readonly borrowerId: string;
  readonly purpose: PicturePurpose;
  readonly bytes: Buffer;
  /** The sender's own name for this attempt: sent again, it gives the same picture. */
  readonly key: string | undefined;
  readonly now: Date;
}

/** Keeps an uploaded picture: its file first, then the row that names it. Returns its id, or why it was refused. */
export async function keepPicture(
  db: Db,
  appContext: AppContext,
  upload: Upload,
): Promise<{ id: string } | { rejected: PictureRejection | 'tooManyUploads' }> {
  const { borrowerId, purpose, now } = upload;
  // A receipt and a complaint's picture are two things, even where an attempt bears one name.
  const key = upload.key === undefined ? undefined : `${purpose} ${upload.key}`;
  const before = key === undefined ? undefined : await sentBefore(db, borrowerId, key);
  if (before !== undefined) return { id: before };
  const limit = { kind: 'upload borrower', subject: borrowerId, max: maxPicturesADay };
  const usage = { brand: upload.brand, limits: [limit], now };
  if (!(await takeUsage(appContext.db, appContext.cipher, usage))) return { rejected: 'tooManyUploads' };
  const clean = await readPicture(upload.bytes);
  if (typeof clean === 'string') return { rejected: clean };
  const file = `${randomBytes(24).toString('base64url')}.jpg`;
  await appContext.ports.files.put(file, clean.bytes);
  const id = newId();
  const { width, height } = clean;
  const kept = await db
    .insertInto('picture')
    .values({
      borrower_id: borrowerId,
      id,
      purpose,
      file,
      upload_key: key ?? null,
      width,
      height,
      bytes: clean.bytes.length,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['borrower_id', 'upload_key']).doNothing())
    .executeTakeFirst();
  if (kept.numInsertedOrUpdatedRows === 1n) return { id };
  // The same attempt arrived twice at once; the first one counts.
  await appContext.jobs.send(db, 'remove-file', { file });
  const first = await sentBefore(db, borrowerId, key ?? '');
  if (first === undefined) throw new Error('a picture was neither kept nor there');
  return { id: first };
}

async function sentBefore(db: Db, borrowerId: string, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('picture')
    .select('id')
    .where('borrower_id', '=', borrowerId)
    .where('upload_key', '=', key)
    .executeTakeFirst();
  return row?.id;
}

function signedText(borrowerId: string, id: string, until: number): string {
  return `picture ${borrowerId} ${id} ${until}`;
}

/** The address under which its owner's page shows a picture for an hour; nobody else can make one. */
export function pictureUrl(appContext: AppContext, borrowerId: string, id: string, now: Date): string {
  const until = Math.floor((now.getTime() + addressMs) / 1000);
  return `/api/picture/${borrowerId}/${id}.jpg?until=${until}&signature=${appContext.cipher.sign(signedText(borrowerId, id, until))}`;
}

/** Is this address one that we gave, and still good? */
export function isPictureAddress(
  appContext: AppContext,
  address: { borrowerId: string; id: string; until: number; signature: string },
  now: Date,
): boolean {
  const { borrowerId, id, until, signature } = address;
  return (
    until * 1000 > now.getTime() && appContext.cipher.isSigned(signedText(borrowerId, id, until), signature)
  );
}

/** The pictures behind addresses that we gave to this borrower, in their order; undefined where one is none of theirs. */
export async function picturesOf(
  db: Db,
  borrowerId: string,
  purpose: PicturePurpose,
  urls: readonly string[],
): Promise<readonly string[] | undefined> {
  const ids = urls.map((url) => {
    const [, owner, id] = /^\/api\/picture\/([0-9a-f-]{36})\/([0-9a-f-]{36})\.jpg(\?|$)/.exec(url) ?? [];
    return owner === borrowerId ? id : undefined;
  });
  const known = ids.filter((id): id is string => id !== undefined);
  if (known.length !== urls.length || new Set(known).size !== known.length) return undefined;
  if (known.length === 0) return [];
  const rows = await db
    .selectFrom('picture')
    .select('id')
    .where('borrower_id', '=', borrowerId)
    .where('purpose', '=', purpose)
    .where('id', 'in', known)
    .execute();
  return rows.length === known.length ? known : undefined;
}
