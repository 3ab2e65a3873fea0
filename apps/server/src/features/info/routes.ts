import { contactInfo, keptContracts, legalText } from '@hiram/contract/info';
import type { Server } from '../../api/serve.ts';
import { loadOrder } from '../../lending/loans/loans.ts';
import { readText, textHash } from '../../lending/origination/agreements/agreed-text.ts';
import { contractUrl } from '../../lending/origination/agreements/contract-address.ts';

/** The lender's contact data and legal texts, and a borrower's agreements (INFO-01 … INFO-09, KEY-06). */
export function infoRoutes({ serve, serveOpen, appContext }: Server): void {
  serveOpen(contactInfo, async (_input, { brand }) => ({
    email: brand.customerService.email,
    smWa: brand.customerService.online,
  }));

  serveOpen(legalText, async ({ name }, { brand }) => {
    const text = brand.texts.get(name);
    // The start checks that each brand has every text.
    if (!text) throw new Error(`${brand.id} has no ${name}`);
    return { title: text.title, html: text.html, sections: [...text.sections] };
  });

  serve(keptContracts, async ({ orderId }, { db, brand, borrower, now }) => {
    const order = await loadOrder(db, borrower.id, orderId);
    const rows = await db
      .selectFrom('agreement')
      .select(['id', 'title', 'html', 'html_encrypted', 'sha256', 'agreed_at'])
      .where('borrower_id', '=', borrower.id)
      .where('order_id', '=', order.id)
      .orderBy('position')
      .execute();
    return {
      list: rows.map((row) => ({
        title: row.title,
        agreedOn: order.applied_on,
        sha256: textHash(readText(appContext, brand.id, row)),
        viewUrl: contractUrl(appContext, borrower.id, row.id, 'html', now),
        pdfUrl: contractUrl(appContext, borrower.id, row.id, 'pdf', now),
      })),
    };
  });
}
