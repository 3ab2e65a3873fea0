import { readFileSync } from 'node:fs';
import { ConfigError } from '../../errors/config-error.ts';

const names = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'CONSOLE_DATABASE_URL',
  'DIRECTORY_URL',
  'DIRECTORY_OWNER_URL',
] as const;

/**
 * The environment with each database address that a `<NAME>_FILE` names read from that file, whole and without the white space
 * around it. It is read once: a pool keeps its address. Throws ConfigError if a file cannot be read or is empty.
 */
export function withAddressesOfFiles<Environment extends Readonly<Record<string, string | undefined>>>(
  environment: Environment,
): Environment {
  const addresses = names.flatMap((name) => {
    const file = environment[`${name}_FILE`];
    return file ? [[name, addressIn(`${name}_FILE`, file)] as const] : [];
  });
  return { ...environment, ...Object.fromEntries(addresses) };
}

function addressIn(variable: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
    throw new ConfigError(`${variable}: the file ${file} cannot be read (${reason})`);
  }
  if (text === '') throw new ConfigError(`${variable}: the file ${file} is empty`);
  return text;
}
