import {
  exportPortfolio,
  listPortfolioLoans,
  maxPortfolioLoans,
  showPortfolio,
} from '@hiram/contract/console/portfolio';
import { localDate } from '@hiram/loan';
import * as v from 'valibot';
import { loansOfClass, portfolioRows, readPortfolio } from '../../lending/books/portfolio.ts';
import { type Cell, contentTypes, sheetOf } from '../../lending/books/sheet.ts';
import { StreamedFile } from '../../platform/http/streamed-file.ts';
import type { OpenFile } from '../access/serve-staff.ts';
import type { Area } from '../actions/area.ts';
import { oneBrandOf } from '../actions/scope.ts';
import { issueTicket, takeTicket } from '../downloads/tickets.ts';

const headings = ['day', 'kind', 'product', 'client', 'lent in', 'source', 'policy', 'loans', 'amount'];

/** The figures of a day in the prepared file. Throws NotFound. */
const openExport: OpenFile = async (ticket, request) => {
  const { on, format, ...part } = v.parse(exportPortfolio.input, await takeTicket(ticket, request));
  const brand = oneBrandOf(request);
  async function* pages(): AsyncGenerator<readonly (readonly Cell[])[]> {
    const rows = await request.context.reports.read((db) => portfolioRows(db, brand, localDate(on), part));
    yield rows.map((row) => [
      ...[row.day, row.kind, row.product, row.client, row.lent_month.slice(0, 7), row.source, row.policy],
      ...[row.loans, { cents: row.amount }],
    ]);
  }
  return new StreamedFile(
    `portfolio-${brand}-${on}.${format}`,
    contentTypes[format],
    sheetOf(format, headings, pages()),
  );
};

/** The portfolio: what risk reads of the books. */
export const portfolioArea: Area = {
  actions: [],
  texts: {},
  routes(server) {
    server.serveStaff(showPortfolio, async ({ on, ...part }, request) => {
      const { brands, clock, defaultBrand } = request.context.appContext;
      const brand = brands.get(oneBrandOf(request)) ?? defaultBrand;
      return {
        ...(await readPortfolio(request.db, brand, on === undefined ? undefined : localDate(on), part)),
        today: await clock.today(request.db, brand.timeZone),
      };
    });
    server.serveStaff(listPortfolioLoans, (input, request) =>
      loansOfClass(request.db, oneBrandOf(request), { ...input, limit: maxPortfolioLoans }),
    );
    server.serveStaff(exportPortfolio, async (input, request) => ({
      ticket: await issueTicket(request, input),
    }));
    server.serveFile(exportPortfolio, openExport);
  },
};
