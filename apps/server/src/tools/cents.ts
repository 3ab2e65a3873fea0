/** `1234.56` or `1234`, as a person types it, in cents; undefined for anything else, and for nothing. */
export function centsOf(text: string): number | undefined {
  const [, whole = '', part = ''] = /^(\d{1,9})(?:\.(\d\d))?$/.exec(text) ?? [];
  const cents = Number(`${whole}${part || '00'}`);
  return whole === '' || cents === 0 ? undefined : cents;
}
