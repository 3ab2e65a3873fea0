import { randomInt, randomUUID } from 'node:crypto';
import { consents, deleteAccount, login, profile, setConsent, smsCode } from '@hiram/contract/account';
import type { Context } from '@hiram/contract/context';
import { contactList, contactSave, locationSave } from '@hiram/contract/device';
import { sandboxSms } from '@hiram/contract/sandbox';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { asOwner, type Cluster } from '../../../test/support/database/throwaway-cluster.ts';
import { type DemoBorrower, type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';

let cluster: Cluster;
let hiram: Hiram;
beforeAll(async () => {
  cluster = inject('cluster');
  hiram = await startHiram(cluster);
  await hiram.refuseUnnamed();
  await asOwner(cluster, hiram.database, (owner) =>
    owner.query(
      `create function keep() returns trigger language plpgsql as $$ begin raise exception 'kept'; end $$`,
    ),
  );
});
afterAll(() => hiram.stop());

const place = { latitude: 14.55, longitude: 121.02 };
const friend = { name: 'Ana Cruz', phone: '13800138000', relation: 'friend' } as const;
const isGiven = async (borrower: DemoBorrower, kind: 'location' | 'contacts') =>
  (await hiram.send(consents, {}, borrower.context)).data.list.find((candidate) => candidate.kind === kind)
    ?.given;
const places = () => hiram.server.appContext.db.selectFrom('device_location').selectAll().execute();

test('withdrawing a consent deletes all data that it covered, or nothing changes', async () => {
  const borrower = await hiram.borrower({ state: 'ready' });
  expect((await hiram.send(locationSave, place, borrower.context)).success).toBe(true);
  expect((await hiram.send(contactSave, friend, borrower.context)).success).toBe(true);
  await asOwner(cluster, hiram.database, (owner) =>
    owner.query(
      `create trigger keep before delete on device_location for each row execute function keep();
       create trigger keep before delete on reference_contact for each row execute function keep()`,
    ),
  );
  for (const kind of ['location', 'contacts'] as const) {
    expect((await hiram.send(setConsent, { kind, given: 0 }, borrower.context)).status).toBe(500);
    expect(await isGiven(borrower, kind)).toBe(1);
  }
  expect(await places()).toHaveLength(1);
  expect((await hiram.send(contactList, {}, borrower.context)).data.list).toHaveLength(1);

  await asOwner(cluster, hiram.database, (owner) =>
    owner.query('drop trigger keep on device_location; drop trigger keep on reference_contact'),
  );
  for (const kind of ['location', 'contacts'] as const) {
    expect((await hiram.send(setConsent, { kind, given: 0 }, borrower.context)).success).toBe(true);
    expect(await isGiven(borrower, kind)).toBe(0);
  }
  expect(await places()).toEqual([]);
  expect((await hiram.send(contactList, {}, borrower.context)).data.list).toEqual([]);
});

test('a location that arrives during the withdrawal is deleted with it or gives the consent again', async () => {
  const borrower = await hiram.borrower({ state: 'ready' });
  for (let round = 0; round < 20; round += 1) {
    const [, ended] = await Promise.all([
      hiram.send(locationSave, place, borrower.context),
      hiram.send(setConsent, { kind: 'location', given: 0 }, borrower.context),
    ]);
    expect(ended.success).toBe(true);
    expect((await places()).length > 0).toBe((await isGiven(borrower, 'location')) === 1);
  }
});

test('requesting the account’s deletion ends the sessions too, or nothing changes', async () => {
  const borrower = await hiram.borrower({ state: 'ready' });
  await asOwner(cluster, hiram.database, (owner) =>
    owner.query(
      `create trigger keep before update of revoked_at on session for each row execute function keep()`,
    ),
  );
  expect((await hiram.send(deleteAccount, {}, borrower.context)).status).toBe(500);
  expect(await hiram.server.appContext.db.selectFrom('erasure_request').selectAll().execute()).toEqual([]);
  await asOwner(cluster, hiram.database, (owner) => owner.query('drop trigger keep on session'));
  expect((await hiram.send(deleteAccount, {}, borrower.context)).success).toBe(true);
  expect((await hiram.send(profile, {}, borrower.context)).status).toBe(401);
});

test('signing in stores a consent once with its version, and none that was not asked for', async () => {
  const enter = async (agreed: object) => {
    const [phone, device] = [`138${String(randomInt(1e8)).padStart(8, '0')}`, { deviceId: randomUUID() }];
    await hiram.send(smsCode, { phone }, device);
    const inbox = await hiram.until(
      () => hiram.send(sandboxSms, { phone }),
      (answer) => answer.data.messages.length > 0,
    );
    const code = inbox.data.messages[0]?.code ?? '';
    const { data } = await hiram.send(login, { phone, smsCode: code, ...agreed }, device);
    return { ...device, sessionId: data.sessionId };
  };
  const privacy = async (context: Context) =>
    (await hiram.send(consents, {}, context)).data.list.find((candidate) => candidate.kind === 'privacy');
  const [withoutAgreement, withConsent] = [await enter({}), await enter({ agreed: 1 })];
  expect(await privacy(withoutAgreement)).toMatchObject({ given: 0, since: '' });
  const { legal } = hiram.server.appContext.defaultBrand;
  expect(await privacy(withConsent)).toMatchObject({ given: 1, version: legal.effective });
  // The consent can be given later, and ends only with the account.
  expect((await hiram.send(setConsent, { kind: 'privacy', given: 1 }, withoutAgreement)).success).toBe(true);
  expect(await privacy(withoutAgreement)).toMatchObject({ given: 1 });
  expect((await hiram.send(setConsent, { kind: 'privacy', given: 0 }, withoutAgreement)).success).toBe(false);
});
