/** `npm run rotate-keys`: everything that an older key of DATA_KEY sealed is sealed with the first one. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { dataKey } from '../context/config.ts';
import { leftToRotate, rotateKeys } from '../operations/keys/rotate-keys.ts';
import { createSeal } from '../platform/crypto/field-cipher.ts';
import { EmbeddedDatabaseError } from '../platform/database/embedded-error.ts';
import { openOwner, ownerUrl } from '../platform/database/owner.ts';
import { ConfigError } from '../platform/errors/config-error.ts';

async function main(): Promise<void> {
  const root = fileURLToPath(new URL('../../../..', import.meta.url));
  const environment = process.env;
  const dataDir = resolve(root, environment.DATA_DIR || '.data');
  const database = await openOwner(environment, dataDir);
  const client = new pg.Client(database.owner);
  await client.connect();
  try {
    const seal = createSeal(dataKey(environment, ownerUrl(environment) === undefined, dataDir));
    const { columns } = await rotateKeys(client, seal);
    for (const [name, count] of Object.entries(columns)) console.log(`${name}: ${count}`);
    const left = await leftToRotate(client, seal);
    console.log(
      left === 0
        ? 'Nothing is left under another key: once every server has the first key in front, the others may go.'
        : `${left} were sealed with another key meanwhile: give every server the first key in front, then run this again.`,
    );
  } finally {
    await client.end();
    await database.stop();
  }
}

main().catch((error: unknown) => {
  const known = error instanceof ConfigError || error instanceof EmbeddedDatabaseError;
  console.error(known ? error.message : error);
  process.exit(1);
});
