import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { certifySteps } from '@hiram/contract/certify';
import { type IdentityPart, identityBegin, identityStep, identitySubmit } from '@hiram/contract/identity';
import { type CheckMode, sandboxSetCheck } from '@hiram/contract/sandbox';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import {
  countMarks,
  type Newcomer,
  newcomer,
  photo,
  sendDocument,
  uploadPart,
} from '../../../test/support/borrowers/identity.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { removeOrphans } from '../../pictures/remove-picture.ts';
import { actAs } from '../../platform/database/actor.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { eraseNow } from '../borrowers/erase.ts';
import { saveProfile } from '../borrowers/profile.ts';
import { askIdentityService } from './ask-service.ts';
import {
  compareIdentity,
  currentCheck,
  type IdentityColumns,
  identityColumns,
  identityFacts,
  identityJoin,
  identityState,
} from './identity-check.ts';

const lines: string[] = [];
const hiram = setUpHiram(
  { BRAND: 'ph,spec', LOG_LEVEL: 'info' },
  { logTo: { write: (line) => void lines.push(line) } },
);

const app = () => hiram.server.appContext;
const ph = () => {
  const brand = app().brands.get('ph');
  if (!brand) throw new Error('no brand ph');
  return brand;
};
const set = async (mode: CheckMode) => {
  expect((await hiram.send(sandboxSetCheck, { service: 'identity', mode })).success).toBe(true);
};

const stranger = (fullName?: string) => newcomer(hiram, fullName);
const upload = (borrower: DemoBorrower, part: IdentityPart, bytes: Buffer, key?: string) =>
  uploadPart(hiram, borrower, { part, bytes, ...(key === undefined ? {} : { key }) });
const sendIt = (borrower: DemoBorrower, kind?: string) => sendDocument(hiram, borrower, kind);

const begin = (borrower: DemoBorrower, kind = 'philsys') =>
  hiram.send(identityBegin, { kind }, borrower.context);
const submit = (borrower: DemoBorrower, kind = 'philsys') =>
  hiram.send(identitySubmit, { kind }, borrower.context);

const stateOf = ({ borrowerId }: Newcomer) => identityState(app().db, borrowerId);
const settled = (borrower: Newcomer) =>
  hiram.until(
    () => stateOf(borrower),
    (state) => state !== 'open',
  );

test('a borrower sends front, back and selfie, each asked once, and is identified by the answer [T1474]', async () => {
  await set('behaves');
  const borrower = await stranger();
  const steps = await hiram.send(certifySteps, {}, borrower.context);
  expect(steps.data.steps.map(({ group, state }) => [group, state])).toContainEqual(['identity', 'todo']);
  expect(steps.data.certified).toBe(false);
  expect(await upload(borrower, 'front', await photo())).toMatchObject({ code: '70304' });
  await begin(borrower);
  const key = randomUUID();
  const bytes = await photo();
  expect((await upload(borrower, 'front', bytes, key)).data).toEqual({ received: ['front'] });
  // As after a connection that broke: the same picture arrives again.
  expect((await upload(borrower, 'front', bytes, key)).data).toEqual({ received: ['front'] });
  expect(await submit(borrower)).toMatchObject({ code: '70306', field: 'back' });
  expect((await hiram.send(identityStep, {}, borrower.context)).data).toMatchObject({
    begun: 'philsys',
    received: ['front'],
    state: 'none',
  });
  for (const part of ['back', 'selfie'] as const) await upload(borrower, part, await photo());
  expect((await submit(borrower)).success).toBe(true);
  expect(await settled(borrower)).toBe('verified');
  const { rows } = await sql<{ pictures: number }>`select count(*)::int as pictures from picture
    where borrower_id = ${borrower.borrowerId}`.execute(app().db);
  expect(rows[0]?.pictures).toBe(3);
  expect((await hiram.send(certifySteps, {}, borrower.context)).data.certified).toBe(true);
  expect(await begin(borrower)).toMatchObject({ code: '70301' });
});

test('KEY-03 the step knows the document that the borrower’s details name, before one is begun [T2308]', async () => {
  const borrower = await stranger();
  const { db, cipher, clock } = app();
  const details = { group: 'personal', data: { idType: 'driver' } } as const;
  await saveProfile(db, cipher, { borrowerId: borrower.borrowerId, ...details, now: clock.now() });
  const { data } = await hiram.send(identityStep, {}, borrower.context);
  expect(data).toMatchObject({ kind: 'driver', progress: { no: 4, count: 4 }, received: [] });
  expect(data).not.toHaveProperty('begun');
});

test('a zip, an SVG, 40,000 × 1 pixels, a small and a huge picture are refused by content [T1475]', async () => {
  const borrower = await stranger();
  await begin(borrower);
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><rect width="9" height="9"/></svg>',
  );
  const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(400, 7)]);
  const line = await sharp({ create: { width: 40_000, height: 1, channels: 3, background: '#123' } })
    .png()
    .toBuffer();
  const refused = [
    [svg, '61102'],
    [zip, '61102'],
    [line, '61105'],
    [await photo(250, 700), '70305'],
    [Buffer.concat([await photo(), Buffer.alloc(11 * 1024 * 1024)]), '61104'],
    [Buffer.alloc(0), '61101'],
  ] as const;
  for (const [bytes, code] of refused)
    expect(await upload(borrower, 'front', bytes)).toMatchObject({ success: false, code, field: 'picture' });
});

test('pictures are encrypted before they are stored, and no address shows them [T1476]', async () => {
  const borrower = await stranger();
  await begin(borrower);
  const bytes = await photo(900, 700);
  await upload(borrower, 'front', bytes);
  const row = await app()
    .db.selectFrom('picture')
    .selectAll()
    .where('borrower_id', '=', borrower.borrowerId)
    .executeTakeFirstOrThrow();
  const stored = await app().ports.files.get(row.file);
  expect(row.key_encrypted).not.toBeNull();
  expect(stored?.subarray(0, 3).toString('hex')).not.toBe('ffd8ff');
  await expect(sharp(stored).metadata()).rejects.toThrow();
  const folder = join(app().config.dataDir, 'files');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  for (const entry of files)
    if (entry.name.endsWith('.enc'))
      expect(readFileSync(join(entry.parentPath, entry.name)).includes('JFIF')).toBe(false);
  const { pictureUrl } = await import('../../pictures/store-picture.ts');
  const url = pictureUrl(app(), borrower.borrowerId, row.id, app().clock.now());
  expect((await fetch(`${hiram.origin}${url}`)).status).toBe(404);
});

test('verified for another name, or an expired document, refers and is paid to nobody [T1477]', async () => {
  await set('contradicts');
  const borrower = await stranger('Verified Otherwise');
  await sendIt(borrower);
  expect(await settled(borrower)).toBe('unclear');
  const check = await currentCheck(app().db, borrower.borrowerId);
  expect(check).toMatchObject({ answer: 'verified', contradictions: ['name'] });
  const { borrowerId } = borrower;
  const { rows } = await sql<IdentityColumns>`
    select ${identityColumns(borrowerId)} from (values (1)) always ${identityJoin(borrowerId)}`.execute(
    app().db,
  );
  expect(rows.map(identityFacts)).toMatchObject([
    {
      'identity.document': 'unread',
      'identity.nameMatch': false,
      'identity.face': 'match',
    },
  ]);
  // The database takes no other word for it.
  await expect(
    sql`update identity_check set state = 'verified' where id = ${check?.id}`.execute(hiram.owner),
  ).rejects.toThrow(/without a contradiction/);
  await set('behaves');
});

test('a service that hangs or lies leaves a check open, and of two answers the first counts [T1478]', async () => {
  for (const mode of ['hangs', 'lies'] as const) {
    await set(mode);
    const borrower = await stranger(`Service That ${mode}`);
    await sendIt(borrower);
    const order = { borrower_id: borrower.borrowerId, brand: 'ph' };
    await expect(actAs('a test', () => askIdentityService(app(), order))).rejects.toThrow(/^identity: /);
    expect(await stateOf(borrower)).toBe('open');
  }
  await set('repeats');
  const borrower = await stranger('Answered Twice');
  await sendIt(borrower);
  expect(await settled(borrower)).toBe('unclear');
  await actAs('a test', () => askIdentityService(app(), { borrower_id: borrower.borrowerId, brand: 'ph' }));
  expect(await currentCheck(app().db, borrower.borrowerId)).toMatchObject({ answer: 'unclear' });
  await set('behaves');
});

test('verified without a word on the face goes to a person, if a selfie was sent [T1611]', async () => {
  await set('hangs');
  const borrower = await stranger('Face Not Compared');
  await sendIt(borrower);
  const ask = async () =>
    ({ outcome: 'verified', read: { name: 'FACE NOT COMPARED' }, face: undefined }) as const;
  const context = { ...app(), ports: { ...app().ports, identity: { ask } } };
  await actAs('a test', () => askIdentityService(context, { borrower_id: borrower.borrowerId, brand: 'ph' }));
  expect(await stateOf(borrower)).toBe('unclear');
  expect(await currentCheck(app().db, borrower.borrowerId)).toMatchObject({
    answer: 'verified',
    contradictions: ['face'],
  });
  await set('behaves');
});

test('a borrower who certifies another name afterwards is not identified any more [T1479]', async () => {
  const borrower = await stranger('First Certified Name');
  await sendIt(borrower);
  expect(await settled(borrower)).toBe('verified');
  const rename = (fullName: string) =>
    actAs('a test', () =>
      inTransaction(app().db, (trx) =>
        saveProfile(trx, app().cipher, {
          borrowerId: borrower.borrowerId,
          group: 'public',
          data: { fullName, nationality: 'PH' },
          now: app().clock.now(),
        }),
      ),
    );
  const compare = () =>
    actAs('a test', () =>
      inTransaction(app().db, (trx) => compareIdentity(trx, app(), ph(), borrower.borrowerId)),
    );
  await rename('Quite Another Person');
  // Already before it is compared.
  expect(await stateOf(borrower)).toBe('unclear');
  expect(await compare()).toBe('unclear');
  await rename('First Certified Name');
  expect(await compare()).toBe('verified');
});

test('a picture that another borrower sent too is counted as a shared document [T1480]', async () => {
  const [one, other] = [await stranger('Own Picture'), await stranger('Borrowed Picture')];
  const selfie = await photo();
  for (const borrower of [one, other]) {
    await countMarks(hiram, borrower);
    await begin(borrower, 'passport');
    await upload(borrower, 'front', await photo());
    await upload(borrower, 'selfie', selfie);
    expect((await submit(borrower, 'passport')).success).toBe(true);
  }
  const { rows } = await sql<{ others: number }>`
    select count(distinct other.borrower_id)::int as others from identity_mark own
    join identity_mark other on other.kind = own.kind and other.digest = own.digest and other.borrower_id <> own.borrower_id
    where own.borrower_id = ${other.borrowerId} and own.kind = 'document'`.execute(app().db);
  expect(rows[0]?.others).toBe(1);
});

test('an erased borrower’s pictures and checks go, with their files [T1481]', async () => {
  const borrower = await stranger('To Be Erased');
  await sendIt(borrower);
  const files = await app()
    .db.selectFrom('picture')
    .select('file')
    .where('borrower_id', '=', borrower.borrowerId)
    .execute();
  expect(files).toHaveLength(3);
  await sql`insert into erasure_request (borrower_id, requested_at, erase_on)
    values (${borrower.borrowerId}, now() - interval '40 days', current_date - 5)`.execute(hiram.owner);
  await actAs('a test', () => inTransaction(app().db, (trx) => eraseNow(trx, app(), borrower.borrowerId)));
  for (const table of ['picture', 'identity_check'] as const)
    expect(
      await app()
        .db.selectFrom(table)
        .select('borrower_id')
        .where('borrower_id', '=', borrower.borrowerId)
        .execute(),
    ).toEqual([]);
  for (const { file } of files)
    expect(
      await hiram.until(
        () => app().ports.files.get(file),
        (bytes) => bytes === undefined,
      ),
    ).toBeUndefined();
});

test('pictures of a check stay when unused ones are removed', async () => {
  const borrower = await stranger('Kept Pictures');
  await sendIt(borrower);
  await sql`update picture set created_at = now() - interval '5 days' where borrower_id = ${borrower.borrowerId}`.execute(
    hiram.owner,
  );
  await actAs('a test', () => removeOrphans(app()));
  const kept = await app()
    .db.selectFrom('picture')
    .select('id')
    .where('borrower_id', '=', borrower.borrowerId)
    .execute();
  expect(kept).toHaveLength(3);
});

test('no log line has a name or a picture [T1482]', () => {
  const words = lines.join('\n');
  expect(words).toContain('identity: ');
  expect(words).not.toMatch(
    /Verified Otherwise|Service That|Answered Twice|Own Picture|1994-05-17|base64|\/9j\//,
  );
});
