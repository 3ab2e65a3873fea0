import type { StaffId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { DirectorySettings, GroupRole } from '../../context/directory-config.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';
import type { DirectoryPerson } from './directory.ts';

/** The hours for which roles of the directory last without another sign-in. */
const rolesHours = 12;

/**
 * The member of staff whom the directory names, created at their first sign-in, with the roles that their groups give now.
 * Nobody is accepted without a role, nobody after their employment, and nobody takes over the address of an invited person.
 */
export async function acceptPerson(
  trx: Db,
  person: DirectoryPerson,
  { rolesOfGroup }: DirectorySettings,
): Promise<{ readonly staffId: StaffId } | { readonly refused: 'noRole' | 'left' }> {
  const wanted = person.groups.flatMap((group) => rolesOfGroup.get(group) ?? []);
  const known = new Set((await trx.selectFrom('role').select('name').execute()).map(({ name }) => name));
  const roles = wanted.filter(({ role }) => known.has(role));
  const staffId = await staffOf(trx, person, roles.length > 0);
  if (staffId === 'left') return { refused: 'left' };
  if (staffId !== undefined) await setRoles(trx, staffId, roles);
  return staffId === undefined || roles.length === 0 ? { refused: 'noRole' } : { staffId };
}

async function staffOf(
  trx: Db,
  { subject, email, name }: DirectoryPerson,
  mayCreate: boolean,
): Promise<StaffId | 'left' | undefined> {
  const known = await trx
    .selectFrom('staff')
    .select(['id', 'ended_at'])
    .where('directory_subject', '=', subject)
    .forUpdate()
    .executeTakeFirst();
  if (known) return known.ended_at ? 'left' : known.id;
  if (!mayCreate) return undefined;
  const created = await trx
    .insertInto('staff')
    .values({
      id: newId(),
      name,
      email,
      directory_subject: subject,
      created_at: sql<Date>`now()`,
    })
    // Somebody else has the address: an invited person is not taken over by whoever has it in the directory.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return created?.id;
}

async function setRoles(trx: Db, staffId: StaffId, roles: readonly GroupRole[]): Promise<void> {
  await trx.deleteFrom('staff_directory_role').where('staff_id', '=', staffId).execute();
  if (roles.length === 0) return;
  const unique = new Map(roles.map((role) => [`${role.role} ${role.brand}`, role]));
  await trx
    .insertInto('staff_directory_role')
    .values(
      [...unique.values()].map(({ role, brand }) => ({
        staff_id: staffId,
        role,
        brand,
        expires_at: sql<Date>`now() + make_interval(hours => ${rolesHours})`,
      })),
    )
    .execute();
}
