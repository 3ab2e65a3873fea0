import { listPortfolioLoans, showPortfolio } from '@hiram/contract/console/portfolio';
import { localDate } from '@hiram/loan';
import { loansOfClass, readPortfolio } from '../../lending/books/portfolio.ts';
import type { Area } from '../actions/area.ts';
import { oneBrandOf } from '../actions/scope.ts';

const maxLoans = 100;

/** The portfolio: what risk reads of the books. */
export const portfolioArea: Area = {
  actions: [],
  texts: {},
  routes(server) {
    server.serveStaff(showPortfolio, async ({ on, ...part }, request) => {
      const { brands, defaultBrand } = request.context.appContext;
      const brand = brands.get(oneBrandOf(request)) ?? defaultBrand;
      const { on: shown, ...rest } = await readPortfolio(
        request.db,
        brand,
        on === undefined ? undefined : localDate(on),
        part,
      );
      return { ...rest, ...(shown === undefined ? {} : { on: shown }) };
    });
    server.serveStaff(listPortfolioLoans, (input, request) =>
      loansOfClass(request.db, oneBrandOf(request), { ...input, limit: maxLoans }),
    );
  },
};
