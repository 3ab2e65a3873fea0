import { allBrands } from '@hiram/contract/console/rights';
import { invitationUrl, invite } from '../../console/access/invitations.ts';
import { type Db, inTransaction } from '../../platform/database/connect.ts';
import { defineCommand, UsageError } from '../command.ts';
import { by, isOnePerson, option, personName, required } from '../parameters.ts';
import { serverSettings } from '../session.ts';

/** Two people can grant each other's requests: from then on people are invited in the console. */
const enoughAdministrators = 2;

function email(text: string): string {
  if (!/^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/.test(text) || text.length > 200)
    throw new UsageError(`${text} is not an address of electronic mail`);
  return text;
}

async function administrators(db: Db): Promise<number> {
  const row = await db
    .selectFrom('staff_role')
    .innerJoin('staff', 'staff.id', 'staff_role.staff_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('role', '=', 'admin')
    .where('brand', '=', allBrands)
    .where('staff.ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

interface Invited {
  readonly token: string;
  readonly expiresAt: Date;
}

async function inviteAdministrator(
  trx: Db,
  person: { readonly name: string; readonly email: string },
  hasWitness: boolean,
): Promise<Invited> {
  if ((await administrators(trx)) >= enoughAdministrators && !hasWitness)
    throw new UsageError(
      'there are two administrators: invite people in the console, or name a second person with --with',
    );
  const now = new Date();
  const invitation = await invite(trx, { ...person, invitedBy: undefined }, now);
  if (!invitation) throw new UsageError('somebody employed has this address');
  await trx
    .insertInto('staff_role')
    .values({ staff_id: invitation.staffId, role: 'admin', brand: allBrands, assigned_at: now })
    .execute();
  return invitation;
}

export const inviteStaff = defineCommand({
  name: 'staff invite',
  summary: 'invite an administrator to the console',
  description:
    'Prints a link by which the person registers a passkey. It is valid for three days and once. Use it for the first two administrators; they invite everybody else in the console. Afterwards it needs a second named person.',
  arguments: {},
  options: {
    name: required('NAME', 'the person to invite', personName),
    email: required('ADDRESS', 'their work address', email),
    by,
    with: option('NAME', 'a second person who answers for it, once there are two administrators', personName),
  },
  change: { question: ({ name, email }) => `Invite ${name} (${email}) as an administrator of the console?` },
  examples: ["staff invite --name 'Ana Cruz' --email ana@lender.example --by 'Ben Reyes'"],
  async run({ name, email, by, with: witness }, session) {
    if (witness !== undefined && isOnePerson(witness, by))
      throw new UsageError('--with must name another person than --by');
    const { config } = serverSettings(session.environment);
    const origin = config.console?.url;
    const responsible = witness === undefined ? by : `${by} with ${witness}`;
    const { result, changes } = await session.withOwner(
      (db) => inTransaction(db, (trx) => inviteAdministrator(trx, { name, email }, witness !== undefined)),
      responsible,
    );
    const url = invitationUrl(origin ?? '', result.token);
    const expiresAt = result.expiresAt.toISOString();
    const lines = session.isDryRun ? ['Can be invited.'] : ['Invited. Hand this link over in person:', url];
    return {
      data: session.isDryRun ? { name, email } : { name, email, url, expiresAt },
      lines,
      warnings:
        origin === undefined && !session.isDryRun
          ? ['CONSOLE_URL is not set: put the address of the console before the link.']
          : [],
      changes,
    };
  },
});
