import type { BorrowerId } from '@hiram/contract/ids';
import type { AppContext } from '../../context/app-context.ts';
import { TooMany } from '../../platform/errors/rejection.ts';
import { countUsage } from '../../platform/usage-limits.ts';
import type { PrintedContract } from './contract-pdf.ts';
import type { PdfRenderer } from './pdf-renderer.ts';

/** The version of the layout. Increase it to render all contracts again. */
const layoutVersion = 2;
/** Maximum number of contracts rendered for one borrower in a day. Stored ones do not count. */
const maxRendersPerDay = 40;
const retryAfterSeconds = 3_600;

/** A borrower's request for a contract as PDF. */
export interface WantedPdf {
  readonly borrowerId: BorrowerId;
  readonly brand: string;
  readonly contract: PrintedContract;
  readonly now: Date;
}

/**
 * Contracts as PDF. Each is rendered once and stored encrypted, under the keyed digest of its content. A PDF that cannot be read
 * from the store is rendered again.
 */
export function storedPdfs(appContext: AppContext, renderer: PdfRenderer) {
  const underWay = new Map<string, Promise<Buffer>>();

  async function readStored(name: string): Promise<Buffer | undefined> {
    try {
      const bytes = await appContext.ports.files.get(name);
      return bytes && Buffer.from(appContext.cipher.decrypt(bytes), 'base64');
    } catch (error) {
      // The store is unavailable, or the key was removed: render the PDF again.
      appContext.log.warn({ err: error }, 'a stored contract could not be read');
      return undefined;
    }
  }

  async function renderAndStore(
    name: string,
    { borrowerId, brand, contract, now }: WantedPdf,
  ): Promise<Buffer> {
    const storedPdf = await readStored(name);
    if (storedPdf) return storedPdf;
    const limits = [{ kind: 'pdf borrower', subject: borrowerId, max: maxRendersPerDay }];
    if (!(await countUsage(appContext.db, appContext.cipher, { brand, limits, now })))
      throw new TooMany(retryAfterSeconds);
    const pdf = await renderer.draw(contract);
    await appContext.ports.files
      .put(name, appContext.cipher.encrypt(pdf.toString('base64')))
      .catch((error: unknown) => {
        appContext.log.warn({ err: error }, 'a contract’s PDF was rendered but could not be stored');
      });
    return pdf;
  }

  return {
    /** Throws TooMany above the borrower's daily limit, and Unavailable if too many requests wait. */
    async get(request: WantedPdf): Promise<Buffer> {
      const content = JSON.stringify([layoutVersion, request.contract]);
      const name = `${appContext.cipher.digest(`contract ${content}`).toString('hex')}.pdf`;
      const running = underWay.get(name);
      if (running) return running;
      const drawing = renderAndStore(name, request).finally(() => underWay.delete(name));
      underWay.set(name, drawing);
      return drawing;
    },
  };
}
