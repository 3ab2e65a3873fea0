/** Pairs of text and background that must be readable (WCAG 2 AA, 4.5 : 1), by role. */
const textPairs: readonly (readonly [string, string])[] = [
  ['ink', 'surface'],
  ['ink', 'surface-raised'],
  ['ink-muted', 'surface'],
  ['ink-muted', 'surface-raised'],
  ['primary', 'surface'],
  ['primary', 'surface-raised'],
  ['on-primary', 'primary'],
  ['primary', 'primary-tint'],
  ['ink', 'primary-tint'],
  ['ink-muted', 'primary-tint'],
  ['positive', 'positive-tint'],
  ['warning', 'warning-tint'],
  ['danger', 'danger-tint'],
  ['danger', 'surface'],
  ['danger', 'surface-raised'],
  ['info', 'info-tint'],
  ['on-deep', 'deep'],
  ['deep-muted', 'deep'],
  ['on-accent', 'accent'],
  ['ink-muted', 'step'],
];
const otherRoles = ['line', 'next', 'step-tread', 'skin', 'hair', 'leg'].concat(
  [1, 2, 3, 4, 5, 6].map((number) => `art-${number}`),
);
const minContrast = 4.5;

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((index) => {
    const part = Number.parseInt(colour.slice(index, index + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG's contrast ratio of two colours `#rrggbb`: 1 to 21. */
export function contrast(first: string, second: string): number {
  const [lighter = 1, darker = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Missing roles of a theme, and text that is not readable on its background, each by name with its ratio. */
export function contrastProblems(colours: Readonly<Record<string, string>>): string[] {
  const needed = new Set([...textPairs.flat(), ...otherRoles]);
  const missing = [...needed]
    .filter((role) => colours[role] === undefined)
    .map((role) => `${role} is missing`);
  if (missing.length > 0) return missing;
  return textPairs.flatMap(([text, background]) => {
    const ratio = contrast(colours[text] ?? '', colours[background] ?? '');
    return ratio < minContrast
      ? [`${text} on ${background} has a contrast of ${ratio.toFixed(2)}, less than ${minContrast}`]
      : [];
  });
}
