/** Hundredths as a decimal number for a file: cents as `1234.56`, hundredths of a percent as `99.50`. */
export function decimal(hundredths: number): string {
  const [sign, size] = [hundredths < 0 ? '-' : '', Math.abs(hundredths)];
  return `${sign}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`;
}
