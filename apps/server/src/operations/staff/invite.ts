import { allBrands } from '@hiram/contract/console/rights';
import { sql } from 'kysely';
import { inviteByMail } from '../../console/access/sign-in/invitations.ts';
import type { AppContext } from '../../context/app-context.ts';
import { isOnePerson } from '../../lending/borrowers/names.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';
import { defineCommand, UsageError } from '../command.ts';
import { by, flag, option, personName, required } from '../parameters.ts';

/** Two people can approve each other's requests: from then on people are invited in the console. */
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

/** The person who answers for an invitation. */
interface Responsible {
  readonly by: string;
  readonly witness: string | undefined;
  /** True if it is an emergency in which no second member of staff can be named. */
  readonly isBreakGlass: boolean;
}

/** Reports whether somebody employed who has a passkey has this name, however it is written. */
async function isMemberOfStaff(db: Db, name: string): Promise<boolean> {
  const rows = await db
    .selectFrom('staff')
    .select('name')
    .where('ended_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('staff_key')
          .select('id')
          .whereRef('staff_key.staff_id', '=', 'staff.id')
          .where('revoked_at', 'is', null),
      ),
    )
    .execute();
  return rows.some((row) => isOnePerson(row.name, name));
}

/** Records that two named persons made an administrator past the console. The metric of such decisions alerts. */
async function recordBreakGlass(
  trx: Db,
  email: string,
  { by, witness }: { readonly by: string; readonly witness: string },
): Promise<void> {
  await sql`insert into break_glass (id, subject, subject_id, decided_by, seconded_by)
    values (${newId()}, 'staff', ${email}, ${by}, ${witness})`.execute(trx);
}

async function inviteAdministrator(
  trx: Db,
  appContext: AppContext,
  person: { readonly name: string; readonly email: string },
  { origin, by, witness, isBreakGlass }: Responsible & { readonly origin: string },
): Promise<Date> {
  if ((await administrators(trx)) >= enoughAdministrators) {
    if (witness === undefined)
      throw new UsageError(
        'there are two administrators: invite people in the console, or name a second person with --with',
      );
    if (isBreakGlass) await recordBreakGlass(trx, person.email, { by, witness });
    else if (!(await isMemberOfStaff(trx, witness)))
      throw new UsageError(
        `${witness} is no member of staff with a passkey: name one, or add --break-glass, which an alert tells`,
      );
  }
  const invited = await inviteByMail(trx, appContext, { ...person, invitedBy: undefined }, { origin, by });
  if (!invited) throw new UsageError('somebody employed has this address');
  await trx
    .insertInto('staff_role')
    .values({
      staff_id: invited.staffId,
      role: 'admin',
      brand: allBrands,
      assigned_at: appContext.clock.now(),
    })
    .execute();
  return invited.expiresAt;
}

/** The address of the console, which the mail names. Throws UsageError if mail cannot be sent. */
function consoleOrigin({ config, ports }: AppContext): string {
  if (!config.console?.url)
    throw new UsageError('CONSOLE_URL is not set: the link that is mailed needs the address of the console');
  if (!ports.mail)
    throw new UsageError(
      'SMTP_URL is not set: the link goes by mail to the invited address, and is not shown',
    );
  return config.console.url;
}

export const inviteStaff = defineCommand({
  name: 'staff invite',
  summary: 'invite an administrator to the console',
  description:
    'Mails the person a link by which they register a passkey. It is valid for three days and once, and shown to nobody else. A running server sends it. Use it for the first two administrators; they invite everybody else in the console. Afterwards it needs a second member of staff, or --break-glass.',
  arguments: {},
  options: {
    name: required('NAME', 'the person to invite', personName),
    email: required('ADDRESS', 'their work address', email),
    by,
    with: option(
      'NAME',
      'a member of staff who answers for it, once there are two administrators',
      personName,
    ),
    breakGlass: flag('an emergency: --with names somebody else; it is recorded, and an alert tells it'),
  },
  change: { question: ({ name, email }) => `Invite ${name} (${email}) as an administrator of the console?` },
  examples: ["staff invite --name 'Ana Cruz' --email ana@lender.example --by 'Ben Reyes'"],
  async run({ name, email, by, with: witness, breakGlass: isBreakGlass }, session) {
    if (witness !== undefined && isOnePerson(witness, by))
      throw new UsageError('--with must name another person than --by');
    const responsible = witness === undefined ? by : `${by} with ${witness}`;
    const { result: invited } = await session.withApp((app) => {
      const origin = consoleOrigin(app);
      return session.withOwner(
        (db) =>
          inTransaction(db, (trx) =>
            inviteAdministrator(trx, app, { name, email }, { origin, by, witness, isBreakGlass }),
          ),
        responsible,
      );
    }, by);
    const { result: expiresAt, changes } = invited;
    const sentTo = `Invited. The link goes to ${email}, is valid until ${expiresAt.toISOString()}, and shown to nobody else.`;
    return {
      data: session.isDryRun ? { name, email } : { name, email, expiresAt: expiresAt.toISOString() },
      lines: [session.isDryRun ? 'Can be invited.' : sentTo],
      changes,
    };
  },
});
