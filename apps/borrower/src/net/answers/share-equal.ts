function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/**
 * Returns `next` with every part that equals the same part of `before` replaced by that part. Equal answers keep their
 * identity, so that effects and memos run only for a change.
 */
export function shareEqual<Value>(before: unknown, next: Value): Value;
export function shareEqual(before: unknown, next: unknown): unknown {
  if (Object.is(before, next)) return before;
  if (Array.isArray(before) && Array.isArray(next)) {
    const shared = next.map((item, index) => shareEqual(before[index], item));
    return shared.length === before.length && shared.every((item, index) => item === before[index])
      ? before
      : shared;
  }
  if (!isPlain(before) || !isPlain(next)) return next;
  const names = Object.keys(next);
  const shared: Record<string, unknown> = {};
  let isEqual = names.length === Object.keys(before).length;
  for (const name of names) {
    shared[name] = shareEqual(before[name], next[name]);
    if (shared[name] !== before[name] || !(name in before)) isEqual = false;
  }
  return isEqual ? before : shared;
}
