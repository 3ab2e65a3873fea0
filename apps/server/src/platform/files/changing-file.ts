import { readFileSync, statSync } from 'node:fs';

const checkIntervalMs = 1_000;

/**
 * Returns a function that reads a file's value and checks for changes at most once a second, so that a change applies
 * without a restart. `read` throws on unusable content. The first read passes that error on. Later reads keep the last good
 * value, because a file may be half written or missing for a moment.
 */
export function watchedFile<Value>(file: string, read: (text: string) => Value): () => Value {
  const versionOf = () => {
    const { mtimeMs, size, ino } = statSync(file);
    return `${mtimeMs} ${size} ${ino}`;
  };
  let version = versionOf();
  let checkedAt = Date.now();
  let value = read(readFileSync(file, 'utf8'));
  return () => {
    const now = Date.now();
    if (Math.abs(now - checkedAt) < checkIntervalMs) return value;
    checkedAt = now;
    try {
      const latest = versionOf();
      if (latest === version) return value;
      value = read(readFileSync(file, 'utf8'));
      version = latest;
    } catch {
      // Keep the last good value.
    }
    return value;
  };
}
