import { me } from '@hiram/contract/console/session';
import { expect, inject, test } from 'vitest';
import { acceptWithPasskey, invitationLink } from '../../../test/support/console/console.ts';
import { runHiram, settingsOf } from '../../../test/support/processes/run-hiram.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';

const hiram = setUpHiram();

const inviteBy = (name: string, ...more: readonly string[]) =>
  runHiram(
    [
      'staff',
      'invite',
      '--name',
      name,
      '--email',
      `${name.toLowerCase()}@lender.example`,
      '--by',
      'Ben Reyes',
      ...more,
    ],
    settingsOf(inject('cluster'), hiram.database, { CONSOLE_URL: 'https://console.lender.example' }),
  );

test('the first two administrators alone are invited from the shell without break-glass [T316]', async () => {
  const rehearsed = await inviteBy('Ana', '--dry-run');
  expect(rehearsed.code).toBe(0);
  expect(rehearsed.output).not.toContain('invitation#');
  expect(await hiram.owner.selectFrom('staff').select('id').execute()).toEqual([]);

  const first = await inviteBy('Ana');
  expect([first.code, first.output]).toEqual([0, expect.stringContaining('goes to ana@lender.example')]);
  expect(first.output).not.toMatch(/invitation#|[\w-]{43}/);
  const link = await invitationLink(hiram, 'ana@lender.example');
  expect(link.origin).toBe('https://console.lender.example');
  const browser = await acceptWithPasskey(hiram, link.hash.slice(1));
  expect((await browser.send(me, {})).data).toMatchObject({
    name: 'Ana',
    roles: [{ role: 'admin', brand: '*' }],
  });
  expect((await inviteBy('Ana')).output).toContain('somebody employed has this address');
  expect((await inviteBy('Cora')).code).toBe(0);

  const third = await inviteBy('Dan');
  expect([third.code, third.output]).toEqual([
    2,
    expect.stringContaining('name a second person with --with'),
  ]);
  expect((await inviteBy('Dan', '--with', 'reyes ben')).output).toContain('another person than --by');
  const unknown = await inviteBy('Dan', '--with', 'Elena Ramos');
  expect([unknown.code, unknown.output]).toEqual([2, expect.stringContaining('no member of staff')]);
  // Cora was invited and has no passkey.
  expect((await inviteBy('Dan', '--with', 'Cora')).code).toBe(2);
  expect((await inviteBy('Dan', '--with', 'ana')).output).toContain('goes to dan@lender.example');
  const alerted = await hiram.owner.selectFrom('break_glass').selectAll().execute();
  expect(alerted).toEqual([]);
  const emergency = await inviteBy('Eva', '--with', 'Elena Ramos', '--break-glass');
  expect(emergency.output).toContain('goes to eva@lender.example');
  expect(await hiram.owner.selectFrom('break_glass').selectAll().execute()).toMatchObject([
    { subject: 'staff', decided_by: 'Ben Reyes', seconded_by: 'Elena Ramos' },
  ]);
  const actors = await hiram.owner
    .selectFrom('staff_role')
    .innerJoin('staff', 'staff.id', 'staff_role.staff_id')
    .select('staff.name')
    .orderBy('staff.name')
    .execute();
  expect(actors.map(({ name }) => name)).toEqual(['Ana', 'Cora', 'Dan', 'Eva']);
});

test('without the console’s address nobody is invited and no link is shown [T1305]', async () => {
  const settings = settingsOf(inject('cluster'), hiram.database);
  const words = ['staff', 'invite', '--name', 'Fe', '--email', 'fe@lender.example', '--by', 'Ben Reyes'];
  const { code, output } = await runHiram(words, settings);
  expect([code, output]).toEqual([2, expect.stringContaining('CONSOLE_URL is not set')]);
  const invited = await hiram.owner.selectFrom('staff').where('name', '=', 'Fe').select('id').execute();
  expect(invited).toEqual([]);
});
