/**
 * Reads the lines that an authority did not take, `contract, reason` each. Undefined while a line has only one of both, or there
 * is none.
 */
export function rejectedLines(text: string): { readonly key: string; readonly reason: string }[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const read = lines.flatMap((line) => {
    const [, key = '', reason = ''] = /^\s*([^,;\t]+)[,;\t](.*)$/.exec(line) ?? [];
    return key.trim() === '' || reason.trim() === '' ? [] : [{ key: key.trim(), reason: reason.trim() }];
  });
  return read.length === 0 || read.length < lines.length ? undefined : read;
}
