// Starts Hiram: installs and builds what is missing, brings the database to this version, then runs the
// server. Plain JavaScript, so that Node 20 can run it.
import { migrateThenServe, prepare, setUpOnly } from './setup.mjs';

const environment = { ...process.env };
if (!environment.DATABASE_URL && !environment.DATABASE_URL_FILE && environment.NODE_ENV !== 'production')
  environment.SANDBOX ??= '1';

const node = await prepare({ build: true });
if (setUpOnly(node)) process.exit();
process.exitCode = await migrateThenServe(node, environment);
