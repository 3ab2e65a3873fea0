import { contactInfo, legalText, storedContracts } from '@hiram/contract/info';
import type { Server } from '../../api/serve.ts';
import { showContact } from './contact.ts';
import { showLegalText } from './legal-text.ts';
import { listContracts } from './list-contracts.ts';

/** The lender's contact data and legal texts, and a borrower's agreements (INFO-01 … INFO-09, KEY-06). */
export function infoRoutes({ serve, serveOpen }: Server): void {
  serveOpen(contactInfo, showContact);
  serveOpen(legalText, showLegalText);
  serve(storedContracts, listContracts);
}
