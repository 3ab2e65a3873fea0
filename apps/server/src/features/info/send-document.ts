import type { DocumentText } from '@hiram/contract/document';
import type { BorrowerId } from '@hiram/contract/ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '../../brands/brand.ts';
import { documentPage, wantsText } from '../../brands/legal/document-page.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { PrintedContract } from './contract-pdf.ts';
import { printedFace } from './pdf-face.ts';
import type { storedPdfs } from './stored-pdfs.ts';

interface SentDocument extends Omit<PrintedContract, 'face'> {
  readonly borrowerId: BorrowerId;
  readonly brand: Brand;
  /** The label of the page's back link. */
  readonly back: string;
  /** Without its ending. */
  readonly fileName: string;
}

/** Returns a function that sends a borrower's document as a page, as the text that the web app asks for, or as PDF. */
export function documentSender(appContext: AppContext, pdfs: ReturnType<typeof storedPdfs>) {
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    form: 'html' | 'pdf',
    { borrowerId, brand, back, fileName, ...contract }: SentDocument,
  ): Promise<DocumentText | FastifyReply> => {
    reply.header('cache-control', 'private, no-store').header('x-content-type-options', 'nosniff');
    if (form === 'pdf') {
      const pdf = await pdfs.get({
        borrowerId,
        brand: brand.id,
        contract: { ...contract, face: printedFace(brand) },
        now: appContext.clock.now(),
      });
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${fileName}.pdf"`)
        .send(pdf);
    }
    const { title, summary, language } = contract;
    const html = `${contract.html}<footer><p>${contract.note}</p></footer>`;
    if (wantsText(request.headers.accept)) return { title, html, summary };
    const { corsOrigins: framedBy } = appContext.config;
    const page = documentPage({ brand, language, title, summary, html, back, framedBy });
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', page.policy)
      .send(page.html);
  };
}

export type SendDocument = ReturnType<typeof documentSender>;
