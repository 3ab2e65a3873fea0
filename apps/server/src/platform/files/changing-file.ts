import { readFileSync, statSync } from 'node:fs';

const lookAgainMs = 1_000;

/**
 * What a file says, looked at again at most once a second, so that a change is taken up without a stop. `read` throws for
 * what cannot be used: at the start that is thrown on, later what was read last still counts, for a file may be half
 * written or gone for a moment.
 */
export function changingFile<Value>(file: string, read: (text: string) => Value): () => Value {
  const versionOf = () => {
    const { mtimeMs, size, ino } = statSync(file);
    return `${mtimeMs} ${size} ${ino}`;
  };
  let version = versionOf();
  let lookedAt = Date.now();
  let value = read(readFileSync(file, 'utf8'));
  return () => {
    const now = Date.now();
    if (Math.abs(now - lookedAt) < lookAgainMs) return value;
    lookedAt = now;
    try {
      const found = versionOf();
      if (found === version) return value;
      value = read(readFileSync(file, 'utf8'));
      version = found;
    } catch {
      // What was read last still counts.
    }
    return value;
  };
}
