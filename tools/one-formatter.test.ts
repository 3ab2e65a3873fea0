import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './root.ts';
import { sourceFiles } from './source-files.ts';

/**
 * Ways to write an amount, a rate, a date or a number for people that belong to
 * packages/loan/src/values/format.ts and moments.ts.
 */
const ways: Readonly<Record<string, RegExp>> = {
  'a format of its own': /\bIntl\.(?:NumberFormat|DateTimeFormat)\b/,
  'a locale of its own': /\.toLocale(?:Date|Time)?String\(/,
  'decimals of its own': /\.toFixed\(/,
  'a number of its own': /\bi18n\.number\(/,
  'a date of its own': /\bi18n\.date\(/,
  'a currency sign beside a value': /(?:₱|₹|\bRp) ?\$\{/,
  'a space before the percent sign': /(?:\d|\}) %(?![a-z])/,
};

/** Files that compute with a format and show nobody its text, or write something that is no amount, rate or date. */
const allowed: Readonly<Record<string, string>> = {
  'packages/loan/src/values/format.ts': 'the formatter',
  'packages/loan/src/values/moments.ts': 'the formatter of moments',
  'apps/server/src/platform/clock/clock.ts': 'computes a zone’s day',
  'apps/server/src/brands/brand.ts': 'checks a time zone',
  'apps/server/src/brands/look/contrast.ts': 'a contrast in a brand’s error',
  'apps/server/src/messaging/captcha/draw.ts': 'coordinates of a picture',
  'apps/borrower/src/preview/DeviceTools.tsx': 'coordinates of a place',
  'apps/borrower/src/lending/amount/useTypedMoney.ts': 'a remainder, not a per cent',
  'apps/borrower/src/i18n/small-lingui.tsx': 'the number in a plural',
};

function ownFormatsIn(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*|\blike\b.*/g, '');
  return Object.keys(ways).filter((way) => ways[way]?.test(code));
}

test('amounts, rates and dates are written by one formatter [T640]', () => {
  const files = sourceFiles().filter(
    (path) => /^(?:apps|packages)\/[\w-]+\/src\//.test(path) && !/\.test\.tsx?$/.test(path),
  );
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((path) => {
    const problems = path in allowed ? [] : ownFormatsIn(readFileSync(join(root, path), 'utf8'));
    return problems.map((problem) => `${path}: ${problem}`);
  });
  expect(found).toEqual([]);
});

/** Finds code of the console that formats a date without its one helper. */
const formatsADate = /\bformat(?:Date|DayOf|Moment|Time|Month)\b|@hiram\/loan\/moments/;

test('the console writes every date and time by one helper [T1300]', () => {
  const helper = 'apps/console/src/kit/dates.ts';
  const found = sourceFiles().filter(
    (path) =>
      path.startsWith('apps/console/src/') && formatsADate.test(readFileSync(join(root, path), 'utf8')),
  );
  expect(found).toEqual([helper]);
});

test('each way to format outside of the formatter is found', () => {
  for (const source of [
    'new Intl.NumberFormat(lang)',
    'amount.toLocaleString()',
    '(cents / 100).toFixed(2)',
    'i18n.number(rate)',
    "i18n.date(at, { timeStyle: 'short' })",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source under test
    '`₱${amount}`',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source under test
    '`${rate} %`',
  ])
    expect(ownFormatsIn(source)).toHaveLength(1);
  expect(ownFormatsIn("sql`name like '% staff %'`")).toEqual([]);
});
