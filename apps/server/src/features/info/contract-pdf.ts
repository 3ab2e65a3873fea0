import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';

const resolve = createRequire(import.meta.url).resolve;
/** A face that has the peso and the rupee sign; the standard ones of PDF have neither. */
const faces = {
  plain: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
};

const margin = 56;

export interface PrintedContract {
  readonly title: string;
  /** The text as it was agreed to: tables and paragraphs, as `lending/origination/agreements/agreements.ts` writes them. */
  readonly html: string;
  readonly lender: string;
  readonly sha256: string;
  readonly agreedAt: Date;
  readonly language: string;
}

function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&amp;/g, '&');
}

/** The tables and paragraphs of a contract, in their order. */
function blocksOf(html: string): (string | string[][])[] {
  return [...html.matchAll(/<table>([\s\S]*?)<\/table>|<p>([\s\S]*?)<\/p>/g)].map(([, table, paragraph]) =>
    table === undefined
      ? plain(paragraph ?? '')
      : [...table.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
          [...row.matchAll(/<td>([\s\S]*?)<\/td>/g)].map(([, cell = '']) => plain(cell)),
        ),
  );
}

/** A contract as PDF, A4: its text, and on each page its number, its hash and the moment of consent. */
export async function contractPdf(contract: PrintedContract): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margins: { top: margin, bottom: margin + 24, left: margin, right: margin },
    bufferPages: true,
    tagged: true,
    lang: contract.language,
    displayTitle: true,
    info: { Title: contract.title, Author: contract.lender, CreationDate: contract.agreedAt },
  });
  const done = new Promise<Buffer>((finish, fail) => {
    const parts: Buffer[] = [];
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => finish(Buffer.concat(parts)));
    document.on('error', fail);
  });
  document.registerFont('plain', faces.plain).registerFont('bold', faces.bold);
  const width = document.page.width - 2 * margin;
  document.font('bold').fontSize(18).text(contract.title, { width });
  document.font('plain').fontSize(10).fillColor('#444444').text(contract.lender).fillColor('#111111');
  for (const block of blocksOf(contract.html)) {
    document.moveDown(0.8);
    if (typeof block === 'string') {
      document.font('plain').fontSize(10.5).text(block, margin, document.y, { width, lineGap: 2 });
      continue;
    }
    for (const cells of block) printRow(document, cells, width);
  }
  const { count } = document.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    // The footer stands below the text's own margin, or it would begin a page of its own.
    document.page.margins.bottom = 0;
    document
      .font('plain')
      .fontSize(7.5)
      .fillColor('#444444')
      .text(
        `Agreed ${contract.agreedAt.toISOString()} · SHA-256 ${contract.sha256} · ${page + 1}/${count}`,
        margin,
        document.page.height - margin + 8,
        { width, lineBreak: true },
      );
  }
  document.end();
  return done;
}

function printRow(document: PDFKit.PDFDocument, cells: readonly string[], width: number): void {
  const cell = width / Math.max(1, cells.length);
  document.font('plain').fontSize(10);
  const height =
    Math.max(...cells.map((text) => document.heightOfString(text || ' ', { width: cell - 8 }))) + 8;
  if (document.y + height > document.page.height - document.page.margins.bottom) document.addPage();
  const top = document.y;
  cells.forEach((text, index) => {
    document.text(text, margin + index * cell, top + 4, {
      width: cell - 8,
      align: index === 0 ? 'left' : 'right',
    });
  });
  document
    .moveTo(margin, top + height)
    .lineTo(margin + width, top + height)
    .lineWidth(0.5)
    .strokeColor('#bbbbbb')
    .stroke();
  document.x = margin;
  document.y = top + height;
}
