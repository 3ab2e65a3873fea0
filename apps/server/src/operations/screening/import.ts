import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import pg from 'pg';
import { openOwner } from '../../platform/database/connection/owner.ts';
import { setCommandActor } from '../../platform/database/operator.ts';
import type { ScreeningListName } from '../../platform/database/schema/borrowers/screening.ts';
import { defineCommand } from '../command.ts';
import { anyText, flag, oneOf, option, required } from '../parameters.ts';
import { dataFolder } from '../session.ts';
import { ListFault } from './entry.ts';
import { importList } from './import-list.ts';
import { csvColumns, defaultColumns, readCsv } from './read-csv.ts';
import { readUnXml } from './read-un-xml.ts';

const lists = ['un', 'amlc', 'ofac', 'own'] as const satisfies readonly ScreeningListName[];

export const importScreeningList = defineCommand({
  name: 'screening import',
  summary: 'put a list of persons into force whom the lender must not deal with',
  description:
    'Servers may run. FILE has the whole list: the XML of the United Nations, or CSV. Until the end the former list is in force, also if this is interrupted. Then the servers compare every borrower with what is new.',
  arguments: { file: required('FILE', 'the list, .xml or .csv', anyText) },
  options: {
    list: required('LIST', 'un, amlc, ofac or own', oneOf(lists)),
    columns: option(
      'MAP',
      'columns of a CSV file by header or number: reference=1,name=2,alias=3,birth=4',
      csvColumns,
    ),
    shorter: flag('the file may have far fewer names than the list in force'),
  },
  change: {},
  examples: [
    'screening import consolidated.xml --list un',
    'screening import sdn.csv --list ofac --columns reference=1,name=2,birth=12 --dry-run',
  ],
  async run({ file: name, list, columns, shorter }, { environment, folder, isDryRun }) {
    const file = resolve(folder, name);
    await access(file).catch(() => {
      throw new ListFault(`There is no file ${file}.`);
    });
    const persons = /\.xml$/i.test(file) ? readUnXml(file) : readCsv(file, columns ?? defaultColumns);
    const database = await openOwner(environment, dataFolder(environment));
    const client = new pg.Client(database.owner);
    // A lost connection fails the statement that runs.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await setCommandActor(client, 'screening import');
      await client.query('begin');
      const done = await importList(client, { list, file, persons, mayBeShorter: shorter });
      await client.query(isDryRun ? 'rollback' : 'commit');
      return {
        data: { list, isNew: done !== undefined, ...done },
        lines: [
          done
            ? `${list}: ${done.entries} names in force, ${done.added} of them new, ${done.removed} gone, ${done.unreadable} without a letter.`
            : `${list}: this file is in force already.`,
          ...(isDryRun ? ['Dry run: nothing was changed.'] : []),
        ],
      };
    } finally {
      await client.end();
      await database.stop();
    }
  },
});
