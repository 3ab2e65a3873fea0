import type { AppContext } from '../../context/app-context.ts';
import { TooMany } from '../../platform/errors/rejection.ts';
import { takeUsage } from '../../platform/usage-limits.ts';
import type { PrintedContract } from './contract-pdf.ts';
import type { PdfDrawer } from './pdf-drawer.ts';

/** Another one draws every contract anew. */
const layout = 1;
/** Contracts that are drawn for one borrower in a day; one that was drawn before is not counted. */
const maxDrawnADay = 40;
const againSeconds = 3_600;

/** A contract as PDF, for its owner. */
export interface WantedPdf {
  readonly borrowerId: string;
  readonly brand: string;
  readonly contract: PrintedContract;
  readonly now: Date;
}

/**
 * Contracts as PDF: each is drawn once and then lies in the store, encrypted, under the keyed digest of all that is drawn. What
 * the store does not give is drawn again.
 */
export function keptPdfs(appContext: AppContext, drawer: PdfDrawer) {
  const underWay = new Map<string, Promise<Buffer>>();

  async function kept(name: string): Promise<Buffer | undefined> {
    try {
      const bytes = await appContext.ports.files.get(name);
      return bytes && Buffer.from(appContext.cipher.decrypt(bytes), 'base64');
    } catch (error) {
      // The store is away, or the key is gone: it is drawn again.
      appContext.log.warn({ err: error }, 'a kept contract could not be read');
      return undefined;
    }
  }

  async function drawAndKeep(name: string, { borrowerId, brand, contract, now }: WantedPdf): Promise<Buffer> {
    const before = await kept(name);
    if (before) return before;
    const limits = [{ kind: 'pdf borrower', subject: borrowerId, max: maxDrawnADay }];
    if (!(await takeUsage(appContext.db, appContext.cipher, { brand, limits, now })))
      throw new TooMany(againSeconds);
    const pdf = await drawer.draw(contract);
    await appContext.ports.files
      .put(name, appContext.cipher.encrypt(pdf.toString('base64')))
      .catch((error: unknown) => {
        appContext.log.warn({ err: error }, 'a contract was drawn and could not be kept');
      });
    return pdf;
  }

  return {
    /** Throws TooMany where the borrower had too many drawn today, Unavailable where too many wait. */
    async get(wanted: WantedPdf): Promise<Buffer> {
      const what = JSON.stringify([layout, wanted.contract]);
      const name = `${appContext.cipher.digest(`contract ${what}`).toString('hex')}.pdf`;
      const running = underWay.get(name);
      if (running) return running;
      const drawing = drawAndKeep(name, wanted).finally(() => underWay.delete(name));
      underWay.set(name, drawing);
      return drawing;
    },
  };
}
