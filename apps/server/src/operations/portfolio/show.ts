import { lateKinds } from '@hiram/contract/console/portfolio';
import { decimalText } from '@hiram/loan/format';
import { readPortfolio } from '../../lending/books/portfolio.ts';
import { brandOption } from '../books/parameters.ts';
import { brandNamed } from '../brand-named.ts';
import { defineCommand } from '../command.ts';
import { day, option } from '../parameters.ts';

export const showPortfolio = defineCommand({
  name: 'portfolio show',
  summary: 'loans by days late, vintages and missed first instalments at the end of a day',
  arguments: {},
  options: { brand: brandOption, on: option('DAY', 'the day, the last posted one unless set', day) },
  examples: ['portfolio show --brand ph --on 2026-11-30', 'portfolio show --brand ph --json'],
  async run({ brand: id, on }, session) {
    const { result } = await session.withApp((app) => readPortfolio(app.db, brandNamed(app, id), on));
    const { portfolio, ledger } = result.ties;
    const late = result.days.at(-1)?.late ?? [];
    return {
      data: { brand: id, ...result },
      lines: [
        ...lateKinds.map(
          (kind, index) =>
            `${kind}: ${late[index]?.loans ?? 0} loans, principal ${decimalText(late[index]?.amount ?? 0)}`,
        ),
        `in 30 days: lent ${decimalText(result.disbursed)}, collected ${decimalText(result.collected)}, written off ${decimalText(result.lost)}, recovered ${decimalText(result.recovered)}, ${result.extended} extended, ${result.arranged} arranged`,
        `principal due in 60 days ${decimalText(result.forecast.due.reduce((all, amount) => all + amount, 0))}, expected ${result.forecast.expected === undefined ? 'is not known yet' : decimalText(result.forecast.expected)}`,
        `${id} ${result.on ?? 'is not counted yet'}: principal ${decimalText(portfolio)}, in the general ledger ${decimalText(ledger)}`,
      ],
      hasFailed: portfolio !== ledger,
    };
  },
  difference: 'the portfolio and the general ledger differ',
});
