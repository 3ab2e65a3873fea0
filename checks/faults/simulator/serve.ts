/**
 * One server of the simulated lender, until it is killed. Argument: JSON of `socketDir`, `port`, `database`, `environment`, and
 * `besideFormer` where a version that names nobody may work on the same database.
 */
import { startHiram } from '@hiram/server/test/support/running-server.ts';

const { socketDir, port, database, environment, besideFormer } = JSON.parse(process.argv[2] ?? '{}');
const hiram = await startHiram({ socketDir, port }, environment, { database });
// Years of all that a lender does: none of it in nobody's name.
if (!besideFormer) await hiram.refuseUnnamed();
// Whoever started it may be gone without a word: then nobody needs it.
process.stdin.resume().on('end', () => process.exit());
console.log(`origin ${hiram.origin}`);
