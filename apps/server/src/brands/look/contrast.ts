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
  ['on-next', 'next'],
];
/** Pairs of a shape and its background that must be told apart (WCAG 2, 3 : 1), by role. */
const shapePairs: readonly (readonly [string, string])[] = [
  ['step-edge', 'surface-raised'],
  ['step-edge', 'step'],
  ['wait', 'surface-raised'],
];
const otherRoles = ['line', 'skin', 'hair', 'leg'].concat(
  [1, 2, 3, 4, 5, 6].map((number) => `art-${number}`),
);
const minTextContrast = 4.5;
const minShapeContrast = 3;

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

/** Missing roles of a theme, and text or shapes that do not stand out from their background, each by name with its ratio. */
export function contrastProblems(colours: Readonly<Record<string, string>>): string[] {
  const needed = new Set([...textPairs.flat(), ...shapePairs.flat(), ...otherRoles]);
  const missing = [...needed]
    .filter((role) => colours[role] === undefined)
    .map((role) => `${role} is missing`);
  if (missing.length > 0) return missing;
  const tooWeak = ([role, background]: readonly [string, string], least: number): string[] => {
    const ratio = contrast(colours[role] ?? '', colours[background] ?? '');
    return ratio < least
      ? [`${role} on ${background} has a contrast of ${ratio.toFixed(2)}, less than ${least}`]
      : [];
  };
  return [
    ...textPairs.flatMap((pair) => tooWeak(pair, minTextContrast)),
    ...shapePairs.flatMap((pair) => tooWeak(pair, minShapeContrast)),
  ];
}
