import { timingSafeEqual } from 'node:crypto';
import { ConfigError } from '../errors/config-error.ts';
import { watchedFile } from '../files/changing-file.ts';

/** A secret that may be rotated while the server runs. The server uses the first value and accepts every value from others. */
export interface Secret {
  readonly current: string;
  readonly accepted: readonly string[];
}

/** A secret that never changes: derived secrets and those of tests. */
export function fixedSecret(...values: readonly [string, ...string[]]): Secret {
  return { current: values[0], accepted: values };
}

/**
 * Reports whether a text is one of the secret's accepted values, or what `sign` makes of one. All are compared, in constant
 * time, so that the duration reveals nothing.
 */
export function accepts(
  { accepted }: Secret,
  received: string,
  sign: (value: string) => string = (value) => value,
): boolean {
  const bytes = Buffer.from(received);
  return accepted
    .map((value) => Buffer.from(sign(value)))
    .map((expected) => expected.length === bytes.length && timingSafeEqual(expected, bytes))
    .some(Boolean);
}

function valuesIn(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/** Secrets in a file, read again when the file changes. */
function fileSecret(file: string, isValid: (value: string) => boolean, fault: () => Error): Secret {
  const values = watchedFile(file, (text): readonly string[] => {
    const parsed = valuesIn(text);
    if (parsed.length === 0 || !parsed.every(isValid)) throw fault();
    return parsed;
  });
  return {
    get current() {
      return values()[0] ?? '';
    },
    get accepted() {
      return values();
    },
  };
}

/**
 * Reads the secret `name` from the environment: from `<name>` itself, several values joined by commas, or from the file that
 * `<name>_FILE` names. Undefined if neither is set. `fault` makes the error for values that `isValid` rejects.
 */
export function secretOf(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
  isValid: (value: string) => boolean,
  fault: (variable: string) => Error,
): Secret | undefined {
  const [text, file] = [environment[name], environment[`${name}_FILE`]];
  if (file) {
    try {
      return fileSecret(file, isValid, () => fault(`${name}_FILE`));
    } catch (error) {
      if (error instanceof Error && 'code' in error)
        throw new ConfigError(`${name}_FILE: the file ${file} cannot be read (${String(error.code)})`);
      throw error;
    }
  }
  const [first, ...others] = valuesIn(text ?? '');
  if (first === undefined) return undefined;
  if (![first, ...others].every(isValid)) throw fault(name);
  return fixedSecret(first, ...others);
}
