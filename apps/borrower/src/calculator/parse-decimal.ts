/**
 * What a person typed as a number, counted in units of its last digit (`digits` behind the point): `1.234,5` and `1,234.5`
 * are 123450 at two digits. A comma or point followed by at most that many digits at the end is the decimal one, others
 * group. Undefined where it is no number, or too large to count exactly.
 */
export function parseDecimal(text: string, digits: number): number | undefined {
  const parts = new RegExp(`^([\\d., ]*?)(?:[.,](\\d{0,${digits}}))?$`).exec(text.trim());
  if (!parts) return undefined;
  const whole = (parts[1] ?? '').replace(/[., ]/g, '');
  let fraction = parts[2] ?? '';
  if (whole === '' && fraction === '') return undefined;
  if (!/^(\d*|\d{1,3}([., ]\d{2,3})*[., ]\d{3})$/.test(parts[1] ?? '')) return undefined;
  while (fraction.length < digits) fraction += '0';
  const counted = Number(whole + fraction);
  return Number.isSafeInteger(counted) ? counted : undefined;
}
