import { expect, test } from 'vitest';
import { borrowerTables, statementRoutes, storedRoutes } from './statement-routes.ts';

test('tools/statement-routes.json lists where each statement on borrowers’ tables goes, and no borrower’s call goes to all [T581]', () => {
  expect(borrowerTables().size).toBeGreaterThan(25);
  const routes = statementRoutes();
  expect(Object.values(routes).flat().length).toBeGreaterThan(200);
  expect(routes).toEqual(storedRoutes());
  const wide = Object.entries(routes)
    .filter(([name, found]) => name.startsWith('features/') && found.some((route) => /brand|all/.test(route)))
    .map(([name, found]) => `${name}: ${found.join(', ')}`);
  expect(wide).toEqual([]);
});
