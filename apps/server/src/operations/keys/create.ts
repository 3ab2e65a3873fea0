import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createFieldCipher } from '../../platform/crypto/field-cipher.ts';
import { fixedSecret } from '../../platform/crypto/secrets.ts';
import { ConfigError } from '../../platform/errors/config-error.ts';
import { defineCommand } from '../command.ts';
import { anyText, required } from '../parameters.ts';

export const createKey = defineCommand({
  name: 'keys create',
  summary: 'make a data key in a new file, for DATA_KEY_FILE',
  description:
    'Needs no settings and no database. The file is readable by this login alone. For a rotation, put its line in front of those of DATA_KEY_FILE.',
  arguments: { file: required('FILE', 'a new file', anyText) },
  options: {},
  examples: ['keys create /etc/hiram/data-key'],
  async run({ file: name }, { folder }) {
    const file = resolve(folder, name);
    const key = randomBytes(32).toString('hex');
    try {
      writeFileSync(file, `${key}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      throw code === 'EEXIST' ? new ConfigError(`${file} exists already`) : error;
    }
    const [id = ''] = createFieldCipher(fixedSecret(key)).keyIds;
    return {
      data: { file, id },
      lines: [`The data key ${id} is in ${file}. Keep a copy elsewhere than the database and its backups.`],
    };
  },
});
