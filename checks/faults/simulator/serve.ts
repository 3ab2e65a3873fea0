/**
 * Runs one server of the simulated lender until it is killed. Argument: JSON of `socketDir`, `port`, `database`,
 * `environment`, and `besideFormer` if a server of a version that does not name the actor of a change uses the database too.
 */
import { everyBrand, startHiram } from '@hiram/server/test/support/processes/running-server.ts';

const { socketDir, port, database, environment, besideFormer } = JSON.parse(process.argv[2] ?? '{}');
const hiram = await startHiram({ socketDir, port }, { ...everyBrand, ...environment }, { database });
// Every change must name its actor: the audit trail may have no entry without one.
if (!besideFormer) await hiram.refuseUnnamed();
// End with the process that started this one, even if it was killed.
process.stdin.resume().on('end', () => process.exit());
console.log(`origin ${hiram.origin}`);
