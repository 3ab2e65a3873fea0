import { consoleVariables } from '../../apps/server/src/context/console-config.ts';
import { providerVariables } from '../../apps/server/src/context/provider-config.ts';
import { httpAddress, type Setting, secret } from '../../apps/server/src/context/setting.ts';
import { settings } from '../../apps/server/src/context/settings.ts';
import { providers } from '../../apps/server/src/providers/providers.ts';

/** The settings that the providers declare. */
const declared = Object.fromEntries(
  providers
    .flatMap((provider) => Object.entries(provider.settings))
    .map(([name, setting]): [string, Setting] => {
      if (setting.kind === 'secret') return [name, { ...secret, ...setting }];
      if (setting.kind === 'address')
        return [name, { ...httpAddress, ...setting, default: `\`${setting.default}\`` }];
      return [name, { ...httpAddress, ...setting, mustBe: setting.form }];
    }),
);

function row([name, setting]: [string, Setting]): string {
  const { schema, mustBe, meaning, isSecret, since = '0.1.0' } = setting;
  const read = 'default' in schema && typeof schema.default === 'string' ? `\`${schema.default}\`` : '';
  return `| \`${name}\` | ${meaning} | ${mustBe} | ${setting.default ?? read} | ${isSecret ? 'yes' : ''} | ${since} |`;
}

/** docs/settings.md, from the declarations. */
export function settingsReference(): string {
  const all: Readonly<Record<string, Setting>> = {
    ...settings,
    ...consoleVariables,
    ...providerVariables,
    ...declared,
  };
  return `# Settings

The server reads its settings from the environment once, at the start. A wrong setting ends the start with one line and exit code 1. \`npm run hiram -- doctor\` tries what they name. \`npm run published\` writes this page from their declarations.

| variable | meaning | must be | default | secret | since |
|---|---|---|---|---|---|
${Object.entries(all).map(row).join('\n')}

## Secrets

A secret can have several values, separated by commas: the first is used, each is accepted. Exceptions are the addresses of databases, \`BACKUP_KEY\`, \`SMS_REQUEST\` and \`OIDC_CLIENT_SECRET\`: each is one text, taken as it is.

\`<NAME>_FILE\` names a file with the values instead, one per line (\`SMS_REQUEST_FILE\`: the request). The server reads the file again when it changes, so a secret is rotated without a restart ([how](reference.md#keys-and-secrets)). It reads the address of a database at its start alone. \`BACKUP_KEY\` and \`OIDC_CLIENT_SECRET\` have no file.
`;
}
