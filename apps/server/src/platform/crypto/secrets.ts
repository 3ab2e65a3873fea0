import { ConfigError } from '../errors/config-error.ts';
import { changingFile } from '../files/changing-file.ts';

/** A secret that may be rotated while we run: the first value is the one we use, every value is accepted from others. */
export interface Secret {
  readonly current: string;
  readonly accepted: readonly string[];
}

/** A secret that stays as it is: derived ones, and those of tests. */
export function fixedSecret(...values: readonly [string, ...string[]]): Secret {
  return { current: values[0], accepted: values };
}

function valuesIn(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/** Secrets in a file, taken up anew when it changes. */
function fileSecret(file: string, isRight: (value: string) => boolean, fault: () => Error): Secret {
  const values = changingFile(file, (text): readonly string[] => {
    const found = valuesIn(text);
    if (found.length === 0 || !found.every(isRight)) throw fault();
    return found;
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
 * The secret `name` of the environment: in `<name>` itself, several joined by commas, or in the file that `<name>_FILE`
 * names. Undefined where neither is set. `wrong` makes the error for values that `isRight` refuses.
 */
export function secretOf(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
  isRight: (value: string) => boolean,
  wrong: (variable: string) => Error,
): Secret | undefined {
  const [text, file] = [environment[name], environment[`${name}_FILE`]];
  if (file) {
    try {
      return fileSecret(file, isRight, () => wrong(`${name}_FILE`));
    } catch (error) {
      if (error instanceof Error && 'code' in error)
        throw new ConfigError(`${name}_FILE: the file ${file} cannot be read (${String(error.code)})`);
      throw error;
    }
  }
  const [first, ...others] = valuesIn(text ?? '');
  if (first === undefined) return undefined;
  if (![first, ...others].every(isRight)) throw wrong(name);
  return fixedSecret(first, ...others);
}
