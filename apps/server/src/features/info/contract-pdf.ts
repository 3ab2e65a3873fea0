import type { DocumentSummary } from '@hiram/contract/document';
import { formatCents } from '@hiram/loan';
import { formatDate } from '@hiram/loan/format';
import { storyStrip } from '../../brands/look/story-strip.ts';
import { qrPath } from '../../platform/qr-path.ts';
import {
  drawingHeight,
  inCase,
  type PrintedFace,
  printBand,
  printDrawing,
  registerFonts,
} from './pdf-face.ts';

const margin = 52;
const ink = '#111111';
const muted = '#555555';

export interface PrintedContract {
  readonly title: string;
  /** The agreed text: tables and paragraphs, as `lending/origination/agreements/agreements.ts` writes them. */
  readonly html: string;
  readonly summary: DocumentSummary;
  /** When it was agreed to, its loan and its digest, below each page. */
  readonly note: string;
  readonly agreedAt: Date;
  readonly language: string;
  readonly face: PrintedFace;
  /** The text of a QR code below the text. */
  readonly qr?: string;
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

/** Renders a contract as an A4 PDF. Each page shows its number and the contract's note. */
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
    info: { Title: contract.title, Author: contract.face.lender, CreationDate: contract.agreedAt },
  });
  const pdf = new Promise<Buffer>((resolvePdf, reject) => {
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolvePdf(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  registerFonts(document, contract.face);
  const width = document.page.width - 2 * margin;
  printHead(document, contract, width);
  printSummary(document, contract, width);
  for (const block of blocksOf(contract.html)) {
    if (typeof block === 'string') printParagraph(document, block, width);
    else {
      printTable(document, block, width);
      document.y += 10;
    }
  }
  if (contract.qr !== undefined) await printQr(document, contract.qr);
  const { count } = document.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    // The footer is below the bottom margin; with a margin, PDFKit would start a new page for it.
    document.page.margins.bottom = 0;
    const y = document.page.height - margin;
    document.font('plain').fontSize(7).fillColor(muted);
    document.text(contract.note, margin, y, { width: width - 32 });
    document.text(`${page + 1}/${count}`, margin, y, { width, align: 'right' });
  }
  document.end();
  return pdf;
}

/** A QR code, 30 mm wide. */
async function printQr(document: PDFKit.PDFDocument, text: string): Promise<void> {
  const { size, path } = await qrPath(text);
  const width = 85;
  if (document.y + width > bottomOf(document)) document.addPage();
  const top = document.y;
  document
    .save()
    .translate(margin, top)
    .scale(width / size);
  document.path(path).fill(ink).restore();
  document.y = top + width;
}

/** The brand's band, the title and the lender. */
function printHead(document: PDFKit.PDFDocument, { title, face }: PrintedContract, width: number): void {
  const y = printBand(document, face, margin) + 20;
  document.font('display').fontSize(20).fillColor(ink).text(inCase(face, title), margin, y, { width });
  document.moveDown(0.2).font('plain').fontSize(9.5).fillColor(muted);
  document.text(face.lender, { width, lineGap: 2 });
  document.y += 12;
}

/** With more repayments than this, only the first and the last have a label below the drawing. */
const maxLabels = 6;

/** The loan in figures: the figures side by side, and the repayments in the brand's drawing. */
function printSummary(
  document: PDFKit.PDFDocument,
  { summary: { figures, repayments }, face, language }: PrintedContract,
  width: number,
): void {
  if (figures.length === 0) return;
  const top = document.y;
  const column = width / figures.length;
  let bottom = top;
  figures.forEach(({ label, value, workedOut }, index) => {
    const x = margin + index * column;
    const options = { width: column - 8 };
    document.font('display').fontSize(14).fillColor(ink).text(value, x, top, options);
    document
      .font('plain')
      .fontSize(8)
      .fillColor(muted)
      .text(label, x, document.y + 1, options);
    if (workedOut) document.fontSize(7).text(workedOut, x, document.y + 1, options);
    bottom = Math.max(bottom, document.y);
  });
  document.x = margin;
  document.y = bottom + 10;
  const count = repayments.length;
  if (count > 1) {
    const strip = storyStrip(face.look.story, count);
    const y = document.y;
    printDrawing(document, strip, { x: margin, y, width, colours: face.colours });
    const below = y + drawingHeight(strip, width) + 4;
    repayments.forEach(({ amount, dueDate }, index) => {
      if (count > maxLabels && index > 0 && index < count - 1) return;
      const isEnd = count > maxLabels;
      const place = isEnd
        ? { x: margin, width }
        : { x: margin + (index * width) / count, width: width / count };
      const align = !isEnd ? 'center' : index === 0 ? 'left' : 'right';
      const options = { width: place.width, align } as const;
      document
        .font('bold')
        .fontSize(8)
        .fillColor(ink)
        .text(formatCents(amount, face.money), place.x, below, options);
      const day = formatDate(dueDate, language, 'short');
      document
        .font('plain')
        .fontSize(8)
        .fillColor(muted)
        .text(day, place.x, below + 10, options);
    });
    document.x = margin;
    document.y = below + 26;
  }
  const y = document.y;
  document
    .moveTo(margin, y)
    .lineTo(margin + width, y)
    .lineWidth(0.5)
    .strokeColor('#cccccc')
    .stroke();
  document.y = y + 12;
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

/** True for a cell that begins with a number, its sign and currency before it, and for an empty one. */
const isAmount = (text = '') => text === '' || /^\D{0,4}\d/.test(text);

/** The space between columns, in points. */
const columnGap = 10;

/** The shares of named columns: each gets its longest word, so that no amount is divided, and of the rest what its texts need. */
function namedColumns(
  document: PDFKit.PDFDocument,
  rows: readonly (readonly string[])[],
  width: number,
): number[] {
  const needed = (rows[0] ?? []).map((_, column) => {
    const texts = rows.map((row, index) => ({
      text: row[column] ?? '',
      font: index === 0 ? 'bold' : 'plain',
    }));
    const widestOf = (parts: readonly { readonly text: string; readonly font: string }[]) =>
      Math.max(...parts.map(({ text, font }) => document.font(font).fontSize(9.5).widthOfString(text)));
    const words = texts.flatMap(({ text, font }) => text.split(/[ -]/).map((word) => ({ text: word, font })));
    return { least: widestOf(words) + columnGap, most: widestOf(texts) + columnGap };
  });
  const sum = (widths: readonly number[]) => widths.reduce((total, one) => total + one, 0);
  const least = sum(needed.map((column) => column.least));
  const wish = sum(needed.map((column) => column.most - column.least));
  const given = Math.min(1, Math.max(0, width - least) / Math.max(1, wish));
  const widths = needed.map((column) => column.least + (column.most - column.least) * given);
  // What is left when every text fits belongs to the widest column.
  const widest = widths.indexOf(Math.max(...widths));
  const left = Math.max(0, width - sum(widths));
  return widths.map((one, index) => (one + (index === widest ? left : 0)) / width);
}

/**
 * A table: labels with values, a numbered list of them, or columns under their names. The names are printed again on a
 * new page.
 */
function printTable(document: PDFKit.PDFDocument, rows: readonly (readonly string[])[], width: number): void {
  const [first = []] = rows;
  const isNumbered = /^\d+$/.test(first[0] ?? '');
  const hasNames = first.length > 2 && !isNumbered;
  const shares = isNumbered
    ? [0.05, 0.4, 0.55]
    : hasNames
      ? namedColumns(document, rows, width)
      : labelsAndValues(document, rows, width);
  const isText = first.map((_, index) => hasNames && rows.slice(1).some((row) => !isAmount(row[index])));
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
        align:
          index > 0 && (isValue || hasNames) && !isText[index] && text.length <= maxValueLength
            ? 'right'
            : 'left',
      };
    });
  };
  // The names of the columns do not stand alone at the end of a page.
  const twoRows = 56;
  if (hasNames && document.y + twoRows > bottomOf(document)) document.addPage();
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
