import { addCell, shareReferenceKey } from '../../app/migrate-installation.ts';
import { webFolder } from '../../context/config.ts';
import { defaultSchema } from '../../platform/database/connection/endpoint.ts';
import { openOwnerOfAny } from '../../platform/database/connection/owner.ts';
import { defineCommand, UsageError } from '../command.ts';
import { required } from '../parameters.ts';
import { dataFolder, root, withSandbox } from '../session.ts';
import { anyCellNumber, schemaName, withDirectoryOwner } from './directory-owner.ts';

export const addCellTo = defineCommand({
  name: 'cells add',
  summary: 'make a schema of the database a cell, and enter it in the directory',
  description:
    "Needs DATABASE_OWNER_URL, the owner's address of the database that shall hold the cell, and DIRECTORY_OWNER_URL if the directory is in another one. May be repeated. Afterwards: name it in CELLS of every server, restart them, run hiram cells index for each cell that has borrowers, then hiram cells open.",
  arguments: {
    cell: required(
      'CELL',
      'its number; 0 only tells a cell 0 of another database than the directory’s the common secret',
      anyCellNumber,
    ),
  },
  options: { schema: required('NAME', 'its schema', schemaName) },
  examples: ['cells add 1 --schema cell_1'],
  async run({ cell, schema }, { environment: base }) {
    if (cell === 0 && schema !== defaultSchema) throw new UsageError('cell 0 is in the schema public');
    const environment = withSandbox(base);
    const installation = {
      sandbox: environment.SANDBOX === '1',
      webDir: webFolder(environment.WEB_DIR, root),
    };
    const database = await openOwnerOfAny(environment, dataFolder(environment));
    try {
      const ran = await addCell(database.owner, { schema, cell, ...installation });
      await withDirectoryOwner(environment, database.owner, async (directory) => {
        await directory.prepare();
        if (cell !== 0) await directory.add(cell);
        await shareReferenceKey(database.owner, schema, await directory.referenceKey());
      });
      return {
        data: { cell, schema, ran },
        lines: [
          `Cell ${cell} is the schema ${schema}. It takes no new borrowers yet.`,
          `For CELLS of the servers: ${JSON.stringify({ id: cell, schema })}`,
        ],
      };
    } finally {
      await database.stop();
    }
  },
});
