import { environmentSchema, meanings } from '../../apps/server/src/context/config.ts';
import { providerMeanings, providerSchema } from '../../apps/server/src/context/provider-config.ts';
import { settingTexts } from './settings-texts.ts';

interface Entry {
  readonly type: string;
  readonly default?: unknown;
}

const entries: Readonly<Record<string, Entry>> = { ...environmentSchema.entries, ...providerSchema.entries };
const types: Readonly<Record<string, string>> = { ...meanings, ...providerMeanings };

/** The names in the configuration's schemas; a secret's file is its second name. */
export const schemaNames = Object.keys(entries).filter((name) => !name.endsWith('_FILE'));

function row(name: string): string {
  const { meaning, since, isSecret, ...said } = settingTexts[name] ?? { meaning: '', since: '' };
  const schemaDefault = entries[name]?.default;
  const fallback = said.default ?? (typeof schemaDefault === 'string' ? `\`${schemaDefault}\`` : '');
  const type = said.type ?? types[name];
  if (!type) throw new Error(`${name} has no type: say it in its schema's meanings or in settings-texts.ts`);
  return `| \`${name}\` | ${meaning} | ${type} | ${fallback} | ${isSecret ? 'yes' : ''} | ${since} |`;
}

/** docs/settings.md: what a setting must be and its default from the schema, the rest from the texts. */
export function settingsReference(): string {
  const missing = schemaNames.filter((name) => !settingTexts[name]);
  if (missing.length > 0) throw new Error(`settings-texts.ts lacks ${missing.join(', ')}`);
  return `# Settings

The server reads its settings from the environment once, at the start. A wrong setting ends the start with one line and exit code 1. \`npm run hiram -- doctor\` tries what they name. \`npm run published\` writes this page from the configuration's schema.

| variable | meaning | must be | default | secret | since |
|---|---|---|---|---|---|
${Object.keys(settingTexts).map(row).join('\n')}

## Secrets

A secret can have several values, separated by commas: the first is used, each is accepted. Exceptions are the addresses of databases, \`BACKUP_KEY\`, \`SMS_REQUEST\` and \`OIDC_CLIENT_SECRET\`: each is one text, taken as it is.

\`<NAME>_FILE\` names a file with the values instead, one per line (\`SMS_REQUEST_FILE\`: the request). The server reads the file again when it changes, so a secret is rotated without a restart ([how](reference.md#keys-and-secrets)). It reads the address of a database at its start alone. \`BACKUP_KEY\` and \`OIDC_CLIENT_SECRET\` have no file.
`;
}
