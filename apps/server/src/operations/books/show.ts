import { decimalText } from '@hiram/loan/format';
import { booksOfOrder } from '../../lending/books/journals.ts';
import { findOrder } from '../../lending/loans/order-store.ts';
import { defineCommand } from '../command.ts';
import { id, required } from '../parameters.ts';

export const showBooks = defineCommand({
  name: 'books show',
  summary: 'what the general ledger has of a loan, journal by journal',
  arguments: {},
  options: { order: required('ORDER', "the loan's order", id<'order'>) },
  examples: ['books show --order ORDER', 'books show --order ORDER --json'],
  async run({ order: orderId }, session) {
    const { result } = await session.withApp(async ({ db }) => {
      const order = await findOrder(db, orderId);
      if (!order) throw new Error(`There is no order ${orderId}.`);
      return { brand: order.brand, ...(await booksOfOrder(db, orderId)) };
    });
    const items = result.items.map(({ relatesTo, ...item }) => ({
      ...item,
      ...(relatesTo && { relatesTo }),
    }));
    return {
      data: { order: orderId, brand: result.brand, posted: result.posted, items },
      lines: [
        ...result.items.map(
          ({ number, postedOn, relatesTo, kind, component, amount }) =>
            `${number} ${postedOn}${relatesTo === null ? '' : ` for ${relatesTo}`} ${kind} ${component}: ${decimalText(amount)}`,
        ),
        ...Object.entries(result.posted).map(([component, amount]) => `${component}: ${decimalText(amount)}`),
      ],
    };
  },
});
