import type { Figures } from './measure.ts';

/** Draws the 99th percentile of each call in both books as bars, with colours for light and dark backgrounds. */
export function picture(
  calls: Readonly<Record<string, { readonly small: Figures; readonly large: Figures }>>,
  orders: { readonly small: number; readonly large: number },
): string {
  const rows = Object.entries(calls).sort(([, a], [, b]) => b.large.p99 - a.large.p99);
  const max = Math.max(...rows.flatMap(([, { small, large }]) => [small.p99, large.p99]));
  const [row, label, width] = [24, 170, 420];
  const bars = rows.map(([name, { small, large }], index) => {
    const y = 44 + index * row;
    const bar = (value: number, at: number, colour: string) =>
      `<rect x="${label}" y="${y + at}" width="${((value / max) * width).toFixed(1)}" height="8" rx="2" fill="${colour}"/>` +
      `<text x="${label + 6 + (value / max) * width}" y="${y + at + 8}" font-size="9" fill="#808890">${value.toFixed(1)}</text>`;
    return (
      `<text x="${label - 8}" y="${y + 12}" text-anchor="end" font-size="12" fill="#808890">${name}</text>` +
      bar(small.p99, 0, '#8fb8a6') +
      bar(large.p99, 9, '#2f8f6b')
    );
  });
  const height = 60 + rows.length * row;
  const count = (value: number) => value.toLocaleString('en');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${label + width + 70} ${height}" font-family="system-ui, sans-serif">` +
    `<text x="12" y="24" font-size="14" fill="#808890">99th percentile in ms: light at ${count(orders.small)} orders, dark at ${count(orders.large)}</text>` +
    `${bars.join('')}</svg>\n`
  );
}
