import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contrast, contrastProblems } from './contrast.ts';

const black = '#000000';
const white = '#ffffff';

/** Every role is readable: dark texts on light backgrounds, and a light text on the button. */
const readable = {
  surface: white,
  'surface-raised': white,
  'primary-tint': white,
  'positive-tint': white,
  'warning-tint': white,
  'danger-tint': white,
  'info-tint': white,
  'on-primary': white,
  ink: black,
  'ink-muted': black,
  primary: black,
  positive: black,
  warning: black,
  danger: black,
  info: black,
  line: white,
  accent: white,
  deep: white,
  'on-deep': black,
  'deep-muted': black,
  'on-accent': black,
  step: white,
  'on-next': black,
  'step-edge': black,
  wait: black,
  next: white,
  skin: white,
  hair: black,
  leg: black,
  'art-1': white,
  'art-2': white,
  'art-3': white,
  'art-4': white,
  'art-5': white,
  'art-6': white,
};

test('contrast is the ratio that WCAG defines, in either order of the colours', () => {
  expect(contrast(black, white)).toBeCloseTo(21, 5);
  expect(contrast(white, white)).toBeCloseTo(1, 5);
  expect(contrast('#777777', white)).toBeCloseTo(4.48, 2);
  expect(contrast(white, '#767676')).toBeCloseTo(4.54, 2);
});

test('a readable theme has no findings', () => {
  expect(contrastProblems(readable)).toEqual([]);
});

test('unreadable text is named with its background and its ratio', () => {
  expect(contrastProblems({ ...readable, 'ink-muted': '#777777' })).toContain(
    'ink-muted on primary-tint has a contrast of 4.48, less than 4.5',
  );
  expect(
    contrastProblems({ ...readable, danger: '#ff6666' }).map((problem) => problem.split(' has ')[0]),
  ).toEqual(['danger on danger-tint', 'danger on surface', 'danger on surface-raised']);
});

test('a colour role that a theme lacks is named', () => {
  const { accent: _, ...rest } = readable;
  expect(contrastProblems(rest)).toEqual(['accent is missing']);
});

test('the edge of a step and a wait stand out from what they lie on by 3 : 1 [T1109]', () => {
  expect(contrastProblems({ ...readable, 'step-edge': '#999999', wait: '#999999' })).toEqual([
    'step-edge on surface-raised has a contrast of 2.85, less than 3',
    'step-edge on step has a contrast of 2.85, less than 3',
    'wait on surface-raised has a contrast of 2.85, less than 3',
  ]);
});

test('the edges of steps stand out in the four brands and both themes [T1110]', () => {
  for (const brand of ['spec', 'ph', 'in', 'id'])
    for (const theme of ['light', 'dark'] as const) {
      const file = new URL(`../../../../../brands/${brand}/brand.json`, import.meta.url);
      const { colours } = JSON.parse(readFileSync(file, 'utf8'));
      expect([brand, theme, contrastProblems(colours[theme])]).toEqual([brand, theme, []]);
    }
});
