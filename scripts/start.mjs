// Starts Hiram: installs and builds what is missing, then runs the server. Plain JavaScript, so that Node 20 can run it.
import { prepare, runForeground, setUpOnly } from './setup.mjs';

const environment = { ...process.env };
if (!environment.DATABASE_URL && !environment.DATABASE_URL_FILE && environment.NODE_ENV !== 'production')
  environment.SANDBOX ??= '1';

const node = await prepare({ build: true });
if (setUpOnly(node)) process.exit();
process.exitCode = await runForeground(node, ['apps/server/src/main.ts'], environment);
