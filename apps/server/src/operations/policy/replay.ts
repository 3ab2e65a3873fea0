import type { ReplayReport } from '@hiram/contract/console/policy';
import { cents as asCents, formatCents } from '@hiram/loan';
import { formatFraction } from '@hiram/loan/format';
import type { Brand } from '../../brands/brand.ts';
import { policyInEffect } from '../../lending/origination/decision/policies.ts';
import { replayPolicy as replay } from '../../lending/origination/decision/replay.ts';
import { defineCommand, UsageError } from '../command.ts';
import { anyText, option, required } from '../parameters.ts';
import { draftIn, servedBrand } from './draft-file.ts';

const maxReplayed = 10_000;

function count(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > maxReplayed)
    throw new UsageError(`write a number from 1 to ${maxReplayed}`);
  return number;
}

const share = (part: number, whole: number) => (whole === 0 ? '–' : formatFraction(part / whole, 'en'));

function reportLines(report: ReplayReport, brand: Brand): readonly string[] {
  const money = (cents: number) => formatCents(asCents(cents), brand.money);
  return [
    `${report.replayed} applications decided again.`,
    ...report.matrix.map(({ active, draft, count: times }) => `${active} → ${draft}: ${times}`),
    `offered: ${money(report.offered.active)} → ${money(report.offered.draft)}`,
    ...report.loans.map(
      ({ outcome, loans, lent, par30, firstMissed }) =>
        `loans ${outcome}: ${loans}, ${money(lent)}; more than 30 days late ${share(par30, loans)}, first repayment missed ${share(firstMissed, loans)}`,
    ),
    ...report.groups.map(
      ({ by, name, applications, active, draft, isBelow }) =>
        `${by} ${name}: ${applications}; approved ${share(active, applications)} → ${share(draft, applications)}${isBelow ? ' — below four fifths of the best' : ''}`,
    ),
  ];
}

export const replayPolicy = defineCommand({
  name: 'policy replay',
  summary: 'decide the latest applications again with a draft, and compare',
  description:
    'It stores nothing. Loans that the draft would have refused or made smaller are shown with how they went.',
  arguments: {},
  options: {
    brand: required('BRAND', 'the brand', anyText),
    draft: option('FILE', 'the policy as JSON; without it the one that decides now', anyText),
    last: option('NUMBER', `how many applications: ${maxReplayed} by default`, count),
  },
  difference: 'the draft has a fault',
  examples: ['policy replay --brand ph --draft policy.json --last 10000 --json'],
  async run({ brand: id, draft, last = maxReplayed }, session) {
    const { result } = await session.withApp(async (app) => {
      const brand = servedBrand(app, id);
      const { policy, faults } =
        draft === undefined
          ? { ...(await policyInEffect(app.db, brand.id)), faults: [] }
          : draftIn(session.folder, draft, brand);
      if (!policy) return { faults, brand, report: undefined };
      return { faults, brand, report: await replay(app.db, app, brand, { draft: policy, last }) };
    });
    const { faults, brand, report } = result;
    return report
      ? { data: { ...report }, lines: reportLines(report, brand) }
      : { data: { faults }, lines: faults, hasFailed: true };
  },
});
