/** The real server in its own process, until it is killed. Arguments: socket folder, database, log level. */
import { startHiram } from '../processes/running-server.ts';

const [socketDir = '', database = '', level = 'silent'] = process.argv.slice(2);
const hiram = await startHiram({ socketDir }, { LOG_LEVEL: level }, { database });
console.log(`origin ${hiram.origin}`);
