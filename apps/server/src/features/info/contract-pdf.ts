import { createRequire } from 'node:module';

const resolve = createRequire(import.meta.url).resolve;
/** A font with the peso and the rupee sign, which the standard fonts of PDF lack. */
const fonts = {
  plain: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
};

const margin = 52;
const ink = '#111111';
const muted = '#555555';

export interface PrintedContract {
  readonly title: string;
  /** The agreed text: tables and paragraphs, as `lending/origination/agreements/agreements.ts` writes them. */
  readonly html: string;
  readonly lender: string;
  readonly sha256: string;
  readonly agreedAt: Date;
  readonly language: string;
  /** The brand's colour, `#rrggbb`, for the line below the head. */
  readonly colour: string;
}

function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&amp;/g, '&');
}

/** The tables and paragraphs of a contract, in order. */
function blocksOf(html: string): (string | string[][])[] {
  return [...html.matchAll(/<table>([\s\S]*?)<\/table>|<p>([\s\S]*?)<\/p>/g)].map(([, table, paragraph]) =>
    table === undefined
      ? plain(paragraph ?? '')
      : [...table.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
          [...row.matchAll(/<td>([\s\S]*?)<\/td>/g)].map(([, cell = '']) => plain(cell)),
        ),
  );
}

/** Renders a contract as an A4 PDF. Each page shows its number, the contract's hash and the time of consent. */
export async function contractPdf(contract: PrintedContract): Promise<Buffer> {
  // The library takes a tenth of a server's start, so the first contract loads it.
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({
    size: 'A4',
    margins: { top: margin - 8, bottom: margin + 8, left: margin, right: margin },
    bufferPages: true,
    tagged: true,
    lang: contract.language,
    displayTitle: true,
    info: { Title: contract.title, Author: contract.lender, CreationDate: contract.agreedAt },
  });
  const pdf = new Promise<Buffer>((resolvePdf, reject) => {
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolvePdf(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  document.registerFont('plain', fonts.plain).registerFont('bold', fonts.bold);
  const width = document.page.width - 2 * margin;
  printHead(document, contract, width);
  for (const block of blocksOf(contract.html)) {
    if (typeof block === 'string') printParagraph(document, block, width);
    else {
      printTable(document, block, width);
      document.y += 10;
    }
  }
  const { count } = document.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    // The footer is below the bottom margin; with a margin, PDFKit would start a new page for it.
    document.page.margins.bottom = 0;
    const y = document.page.height - margin + 6;
    document.font('plain').fontSize(7).fillColor(muted);
    document.text(`Agreed ${contract.agreedAt.toISOString()} · SHA-256 ${contract.sha256}`, margin, y, {
      width,
    });
    document.text(`${page + 1}/${count}`, margin, y, { width, align: 'right' });
  }
  document.end();
  return pdf;
}

/** The title and the lender, above a line in the brand's colour. */
function printHead(
  document: PDFKit.PDFDocument,
  { title, lender, colour }: PrintedContract,
  width: number,
): void {
  document.font('bold').fontSize(20).fillColor(ink).text(title, { width });
  document.moveDown(0.2).font('plain').fontSize(9.5).fillColor(muted).text(lender, { width, lineGap: 2 });
  const y = document.y + 10;
  document
    .moveTo(margin, y)
    .lineTo(margin + width, y)
    .lineWidth(3)
    .strokeColor(colour)
    .stroke();
  document.y = y + 14;
}

/** A paragraph. It stays on one page if it can, so that no page begins or ends with a single line of it. */
function printParagraph(document: PDFKit.PDFDocument, text: string, width: number): void {
  const options = { width, lineGap: 2 };
  document.font('plain').fontSize(10).fillColor(ink);
  const height = document.heightOfString(text, options);
  const bottom = bottomOf(document);
  // One that is longer than a page is divided where it stands.
  if (document.y + height > bottom && height <= bottom - document.page.margins.top) document.addPage();
  document.text(text, margin, document.y, options).moveDown(0.8);
}

function bottomOf(document: PDFKit.PDFDocument): number {
  return document.page.height - document.page.margins.bottom;
}

interface Cell {
  readonly text: string;
  readonly x: number;
  readonly width: number;
  readonly font: 'plain' | 'bold';
  readonly color: string;
  readonly align: 'left' | 'right';
}

/** The widest text of a value that is set to the right, as an amount is; longer ones are sentences. */
const maxValueLength = 60;

/** The shares of a column of labels and a column of values: the labels get what they need, at most three fifths. */
function labelsAndValues(
  document: PDFKit.PDFDocument,
  rows: readonly (readonly string[])[],
  width: number,
): number[] {
  document.font('plain').fontSize(9.5);
  const widest = Math.max(...rows.map(([label = '']) => document.widthOfString(label)));
  const share = Math.min(0.6, Math.max(0.3, (widest + 12) / width));
  return [share, 1 - share];
}

/**
 * A table: labels with values, a numbered list of them, or columns under their names. The names are printed again on a
 * new page.
 */
function printTable(document: PDFKit.PDFDocument, rows: readonly (readonly string[])[], width: number): void {
  const [first = []] = rows;
  const isNumbered = /^\d+$/.test(first[0] ?? '');
  const hasNames = first.length > 2 && !isNumbered;
  // In a plan of four columns the first one has the date in words.
  const nameShare = first.length > 3 ? 0.54 : 0.4;
  const shares = isNumbered
    ? [0.05, 0.4, 0.55]
    : first.length === 2
      ? labelsAndValues(document, rows, width)
      : first.map((_, index) => (index === 0 ? nameShare : (1 - nameShare) / (first.length - 1)));
  const cellsOf = (row: readonly string[], isName: boolean) => {
    let x = margin;
    return row.map((text, index): Cell => {
      const cell = { text, x, width: width * (shares[index] ?? 1 / row.length) };
      x += cell.width;
      const isValue = index === row.length - 1 && !hasNames;
      return {
        ...cell,
        font: isName || isValue ? 'bold' : 'plain',
        color: isName || (!isValue && !hasNames) ? muted : ink,
        align: index > 0 && (isValue || hasNames) && text.length <= maxValueLength ? 'right' : 'left',
      };
    });
  };
  rows.forEach((row, index) => {
    const isName = hasNames && index === 0;
    const onNewPage = () => {
      if (hasNames && !isName) printRow(document, cellsOf(first, true), width, () => undefined);
    };
    printRow(document, cellsOf(row, isName), width, onNewPage);
  });
}

function printRow(
  document: PDFKit.PDFDocument,
  cells: readonly Cell[],
  width: number,
  onNewPage: () => void,
): void {
  document.fontSize(9.5);
  const heightOf = ({ text, width: cellWidth, font }: Cell) =>
    document.font(font).heightOfString(text || ' ', { width: cellWidth - 8, lineGap: 1.5 });
  const height = Math.max(...cells.map(heightOf)) + 6;
  if (document.y + height > bottomOf(document)) {
    document.addPage();
    onNewPage();
  }
  const top = document.y;
  for (const { text, x, width: cellWidth, font, color, align } of cells)
    document
      .font(font)
      .fillColor(color)
      .text(text, align === 'right' ? x + 8 : x, top + 3, { width: cellWidth - 8, align, lineGap: 1.5 });
  document
    .moveTo(margin, top + height)
    .lineTo(margin + width, top + height)
    .lineWidth(0.5)
    .strokeColor('#cccccc')
    .stroke();
  document.x = margin;
  document.y = top + height;
}
