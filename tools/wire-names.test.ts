import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { calls } from '../packages/contract/src/calls/calls.ts';
import { root } from './root.ts';
import { sourceFiles } from './source-files.ts';

/** Files that use such names for something other than a field of a call. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  // The host's event has the names of the specification (BRG-09).
  'apps/borrower/src/app/host/confirm-event.ts': ['moduleId', 'positionId'],
  'apps/borrower/src/lending/offers/useRecommendedClick.ts': ['moduleId', 'positionId'],
  'apps/borrower/src/net/transport/count-event.ts': ['moduleId', 'positionId'],
  'apps/borrower/src/order/settled/AfterSettlement.tsx': ['moduleId', 'positionId'],
  'apps/borrower/src/order/OrderActions.tsx': ['moduleId', 'positionId'],
  // Parameters of the web app's addresses.
  'apps/borrower/src/complaint/ComplainDetails.tsx': ['problemId'],
  'apps/borrower/src/complaint/ComplainPageNext.tsx': ['problemType', 'problemSonType'],
  'apps/borrower/src/complaint/Complaint.tsx': ['problemType', 'problemSonType'],
  'apps/borrower/src/complaint/ComplaintList.tsx': ['problemId'],
  'apps/borrower/src/complaint/Contacts.tsx': ['problemId'],
  'apps/borrower/src/complaint/useComplaintForm.ts': ['problemId'],
  'apps/borrower/src/repay/amount/Channel.tsx': ['isDelay'],
  'apps/borrower/src/repay/RepayDelay.tsx': ['isDelay'],
  'apps/borrower/src/repay/code/RepaymentOfCode2.tsx': ['isDelay'],
  // A field of the brand's file.
  'apps/server/src/brands/validation/brand-schema.ts': ['amountRangeDesc'],
  'apps/server/src/lending/origination/recommended.ts': ['amountRangeDesc'],
};

const driveTheWire = /^(packages\/contract|bench|checks|e2e|apps\/host)\//;
const sources = () =>
  sourceFiles().filter((file) => !driveTheWire.test(file) && !/\.(test|spec)\.tsx?$|(^|\/)test\//.test(file));

interface Declared {
  readonly fields?: Readonly<Record<string, object>>;
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly wrapped?: unknown;
  readonly item?: unknown;
  readonly value?: unknown;
}

/** Wire name → own name of every field that has both, and the names of all other fields. */
function readNames(): { readonly renamed: ReadonlyMap<string, string>; readonly own: ReadonlySet<string> } {
  const renamed = new Map<string, string>();
  const own = new Set<string>();
  const read = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const { fields, entries, wrapped, item, value }: Declared = { ...schema };
    for (const [name, field] of Object.entries(fields ?? entries ?? {})) {
      own.add(name);
      if (typeof field === 'object' && field !== null && 'wireName' in field)
        renamed.set(String(field.wireName), name);
    }
    for (const inner of [...Object.values(entries ?? {}), wrapped, item, value]) read(inner);
  };
  for (const call of calls) {
    read(call.input);
    read(call.output);
  }
  return { renamed, own };
}

const { renamed, own } = readNames();
const namesOfCalls = new Set(calls.map(({ name }) => name));
/** Plain English words, columns and calls have these names too. The compiler finds wrong uses of them. */
const checked = [...renamed].filter(
  ([wire]) => /[A-Z]/.test(wire) && !own.has(wire) && !namesOfCalls.has(wire),
);

const quoted = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g;

/** The wire names that a source uses as a name of its own: a property, a parameter or a variable. */
function wireNamesIn(source: string): string[] {
  const names = new Set(source.replaceAll(quoted, "''").match(/[A-Za-z_$][\w$]*/g));
  return checked.filter(([wire]) => names.has(wire)).map(([wire, name]) => `${wire}: say ${name}`);
}

/** Comparisons of a status with a number. HTTP has no status below 100, and none of 110, 151, 170, 174 and 180. */
const comparison =
  /status\)?\s*(?:[!=]==?|[<>]=?)\s*(?:21|110|151|170|174|180)\b|(?:order|current|position|quote|details)\??\.status\s*(?:[!=]==?|[<>]=?)\s*\d/gi;

/** The same in SQL. A SQL keyword before the name distinguishes it from a variable. `http_status` is another name. */
const sqlComparison =
  /\b(?:(?:where|and|or|set|not|case|when|on)\s+\(?(?:\w+\.)?|(?:new|old)\.)status\)?\s*(?:[!=]=?|<>|[<>]=?|(?:not\s+)?in\s*\(|is\s+(?:not\s+)?distinct\s+from|when)\s*'?(?:21|110|151|170|174|180|200)\b/gi;

test('outside the contract no source uses a wire name that has a name of its own', () => {
  expect(checked.length).toBeGreaterThan(50);
  const problems = sources().flatMap((file) =>
    wireNamesIn(readFileSync(join(root, file), 'utf8'))
      .filter((problem) => !exceptions[file]?.includes(problem.replace(/:.*/, '')))
      .map((problem) => `${file}: ${problem}`),
  );
  expect(problems).toEqual([]);
});

test('no source compares the status of an order with a number', () => {
  const problems = sources().flatMap((file) =>
    (readFileSync(join(root, file), 'utf8').match(comparison) ?? []).map((found) => `${file}: ${found}`),
  );
  expect(problems).toEqual([]);
});

test('no SQL compares the status of an order with a number: migrations, queries, tests and runbooks', () => {
  const documents = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  const files = [...sourceFiles(/\.(tsx?|mjs|sql)$/), ...documents.map((name) => `docs/${name}`)].filter(
    (file) => file !== 'tools/wire-names.test.ts',
  );
  expect(files.filter((file) => file.endsWith('.sql')).length).toBeGreaterThan(5);
  const problems = files.flatMap((file) =>
    (readFileSync(join(root, file), 'utf8').match(sqlComparison) ?? []).map((found) => `${file}: ${found}`),
  );
  expect(problems).toEqual([]);
});

test('a status as a number is found in SQL, and HTTP is not', () => {
  const found = [
    'select id from loan_order where status = 200',
    'where loan_order.status in (170, 174)',
    'where (status = 21 and decide_by < current_date)',
    'if new.status <> 21 then',
    'update loan_order set status = 110',
    'case status when 170 then 174 end',
    "where o.status = '180'",
    'where status not in (110)',
    'where status is distinct from 151',
  ];
  for (const sql of found) expect([sql, sql.match(sqlComparison)]).toEqual([sql, [expect.any(String)]]);
  const others = [
    "where status in ('active', 'dueSoon')",
    'where http_status = 200',
    'if (response.status < 200)',
    'const { status = 200 } = answer',
  ];
  for (const text of others) expect([text, text.match(sqlComparison)]).toEqual([text, null]);
});

test('a wire name and a status as a number are found, and strings and HTTP are not', () => {
  expect(wireNamesIn('details.playeduL')).toEqual(['playeduL: say partnerUrl']);
  expect(wireNamesIn("const { cardNeedPop } = data; say('reyMsg');")).toEqual([
    'cardNeedPop: say needsAccount',
  ]);
  expect('if (order.status === 174 || status < 170)'.match(comparison)).toHaveLength(2);
  expect('if (response.status === 200 || answer.status >= 500)'.match(comparison)).toBeNull();
});
