import { readFileSync, statSync } from 'node:fs';

/** A secret that may be rotated while we run: the first value is the one we use, every value is accepted from others. */
export interface Secret {
  readonly current: string;
  readonly accepted: readonly string[];
}

/** A secret that stays as it is: derived ones, and those of tests. */
export function fixedSecret(...values: readonly [string, ...string[]]): Secret {
  return { current: values[0], accepted: values };
}

const lookAgainMs = 1_000;

function valuesIn(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/** Secrets in a file: looked at again at most once a second, so that a new one is taken up without a stop. */
function fileSecret(file: string, isRight: (value: string) => boolean, fault: () => Error): Secret {
  let version = '';
  let lookedAt = 0;
  let values: readonly string[] = [];
  const load = () => {
    const now = Date.now();
    if (values.length > 0 && Math.abs(now - lookedAt) < lookAgainMs) return values;
    lookedAt = now;
    const { mtimeMs, size, ino } = statSync(file);
    const found = `${mtimeMs} ${size} ${ino}`;
    if (found === version) return values;
    const read = valuesIn(readFileSync(file, 'utf8'));
    if (read.length === 0 || !read.every(isRight)) throw fault();
    version = found;
    values = read;
    return values;
  };
  const keep = () => {
    try {
      return load();
    } catch (error) {
      // A file that is half written or gone for a moment: what was read last still counts.
      if (values.length > 0) return values;
      throw error;
    }
  };
  load();
  return {
    get current() {
      return keep()[0] ?? '';
    },
    get accepted() {
      return keep();
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
      // A file that cannot be read is as wrong as what cannot be used in it.
      throw error instanceof Error && 'code' in error ? wrong(`${name}_FILE`) : error;
    }
  }
  const [first, ...others] = valuesIn(text ?? '');
  if (first === undefined) return undefined;
  if (![first, ...others].every(isRight)) throw wrong(name);
  return fixedSecret(first, ...others);
}
