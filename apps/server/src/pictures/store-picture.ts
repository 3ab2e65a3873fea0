import { randomBytes } from 'node:crypto';
import { asId, type BorrowerId, type PictureId } from '@hiram/contract/ids';
import type { AppContext } from '../context/app-context.ts';
import { decryptFile, encryptFile, newFileKey } from '../platform/crypto/file-cipher.ts';
import type { Db } from '../platform/database/connection/connect.ts';
import { newId } from '../platform/ids.ts';
import { countUsage } from '../platform/usage-limits.ts';
import { type PictureRejection, readPicture } from './read-picture.ts';

/** A picture URL's lifetime. A page requests new URLs each time it opens. */
const urlLifetimeMs = 60 * 60_000;
/** Uploads of one borrower in a day, including rejected ones: far more than the nine of a complaint. */
const maxPicturesADay = 60;

/** Pictures of `identity` are encrypted before they are stored, and no address shows them. */
export type PicturePurpose = 'complaint' | 'receipt' | 'answer' | 'identity';

export interface Upload {
  readonly brand: string;
  readonly borrowerId: BorrowerId;
  readonly purpose: PicturePurpose;
  readonly bytes: Buffer;
  /** The idempotency key: the same key gives the same picture. */
  readonly key: string | undefined;
  readonly now: Date;
}

/** Stores an uploaded picture: first its file, then its row. Returns its id, or the reason of a rejection. `smallest`: the
 * shortest side in pixels. */
export async function storePicture<Small extends string = never>(
  db: Db,
  appContext: AppContext,
  upload: Upload,
  smallest?: { readonly side: number; readonly rejected: Small },
): Promise<{ id: PictureId } | { rejected: PictureRejection | 'tooManyUploads' | Small }> {
  const { borrowerId, purpose, now } = upload;
  // A receipt and a complaint's picture are separate, even with the same key.
  const key = upload.key === undefined ? undefined : `${purpose} ${upload.key}`;
  const existing = key === undefined ? undefined : await findByKey(db, borrowerId, key);
  if (existing !== undefined) return { id: existing };
  const limit = { kind: 'upload borrower', subject: borrowerId, max: maxPicturesADay };
  const usage = { brand: upload.brand, limits: [limit], now };
  if (!(await countUsage(appContext.db, appContext.cipher, usage))) return { rejected: 'tooManyUploads' };
  const clean = await readPicture(upload.bytes);
  if (typeof clean === 'string') return { rejected: clean };
  if (smallest && Math.min(clean.width, clean.height) < smallest.side) return { rejected: smallest.rejected };
  const fileKey = purpose === 'identity' ? newFileKey() : undefined;
  const file = `${randomBytes(24).toString('base64url')}.${fileKey === undefined ? 'jpg' : 'enc'}`;
  await appContext.ports.files.put(
    file,
    fileKey === undefined ? clean.bytes : encryptFile(fileKey, clean.bytes),
  );
  const id = newId();
  const { width, height } = clean;
  const insertion = await db
    .insertInto('picture')
    .values({
      borrower_id: borrowerId,
      id,
      purpose,
      file,
      key_encrypted: fileKey === undefined ? null : appContext.cipher.encrypt(fileKey),
      upload_key: key ?? null,
      width,
      height,
      bytes: clean.bytes.length,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['borrower_id', 'upload_key']).doNothing())
    .executeTakeFirst();
  if (insertion.numInsertedOrUpdatedRows === 1n) return { id };
  // The same upload arrived twice at once; the first one counts.
  await appContext.jobs.send(db, 'remove-file', { file });
  const first = await findByKey(db, borrowerId, key ?? '');
  if (first === undefined) throw new Error('the picture was neither stored nor found');
  return { id: first };
}

/** The bytes of a borrower's picture, JPEG, decrypted; undefined: there is none. */
export async function readStored(
  db: Db,
  { ports, cipher }: Pick<AppContext, 'ports' | 'cipher'>,
  { borrowerId, id }: { readonly borrowerId: BorrowerId; readonly id: PictureId },
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('picture')
    .select(['file', 'key_encrypted'])
    .where('borrower_id', '=', borrowerId)
    .where('id', '=', id)
    .executeTakeFirst();
  const bytes = row && (await ports.files.get(row.file));
  if (!bytes || row.key_encrypted === null) return bytes;
  return decryptFile(cipher.decrypt(row.key_encrypted), bytes);
}

async function findByKey(db: Db, borrowerId: BorrowerId, key: string): Promise<PictureId | undefined> {
  const row = await db
    .selectFrom('picture')
    .select('id')
    .where('borrower_id', '=', borrowerId)
    .where('upload_key', '=', key)
    .executeTakeFirst();
  return row?.id;
}

function signedText(borrowerId: BorrowerId, id: PictureId, until: number): string {
  return `picture ${borrowerId} ${id} ${until}`;
}

/** The signed URL under which the owner's page shows a picture for an hour. */
export function pictureUrl(appContext: AppContext, borrowerId: BorrowerId, id: PictureId, now: Date): string {
  const until = Math.floor((now.getTime() + urlLifetimeMs) / 1000);
  return `/api/picture/${borrowerId}/${id}.jpg?until=${until}&signature=${appContext.cipher.sign(signedText(borrowerId, id, until))}`;
}

/** Reports whether a picture URL has a valid signature and has not expired. */
export function isPictureAddress(
  appContext: AppContext,
  address: { borrowerId: BorrowerId; id: PictureId; until: number; signature: string },
  now: Date,
): boolean {
  const { borrowerId, id, until, signature } = address;
  return (
    until * 1000 > now.getTime() && appContext.cipher.isSigned(signedText(borrowerId, id, until), signature)
  );
}

/** The ids of the pictures behind this borrower's URLs, in order; undefined if one is not the borrower's or repeats. */
export async function picturesOf(
  db: Db,
  borrowerId: BorrowerId,
  purpose: PicturePurpose,
  urls: readonly string[],
): Promise<readonly PictureId[] | undefined> {
  const ids = urls.map((url) => {
    const [, owner, id] = /^\/api\/picture\/([0-9a-f-]{36})\/([0-9a-f-]{36})\.jpg(\?|$)/.exec(url) ?? [];
    return owner === borrowerId && id !== undefined ? asId<'picture'>(id) : undefined;
  });
  const validIds = ids.filter((id): id is PictureId => id !== undefined);
  if (validIds.length !== urls.length || new Set(validIds).size !== validIds.length) return undefined;
  if (validIds.length === 0) return [];
  const rows = await db
    .selectFrom('picture')
    .select('id')
    .where('borrower_id', '=', borrowerId)
    .where('purpose', '=', purpose)
    .where('id', 'in', validIds)
    .execute();
  return rows.length === validIds.length ? validIds : undefined;
}
