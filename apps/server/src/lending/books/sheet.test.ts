import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type Cell, type SheetFormat, sheetOf } from './sheet.ts';

/** The XML of a part of a workbook: its entry in the archive (ZIP), deflated or stored. */
function xmlOf(workbook: Buffer, name: string): string {
  const entry = workbook.lastIndexOf(name) - 46;
  const [method, size, local] = [
    workbook.readUInt16LE(entry + 10),
    workbook.readUInt32LE(entry + 20),
    workbook.readUInt32LE(entry + 42),
  ];
  const start = local + 30 + workbook.readUInt16LE(local + 26) + workbook.readUInt16LE(local + 28);
  const content = workbook.subarray(start, start + size);
  return (method === 8 ? inflateRawSync(content) : content).toString();
}

const formulas = ['=1+1', '+1', '-2+3', '@SUM(1)', ' =1', '\t=1'];

async function made(format: SheetFormat): Promise<Buffer> {
  async function* pages(): AsyncGenerator<readonly (readonly Cell[])[]> {
    yield formulas.map((formula) => [formula, { cents: -123_456 }, 4_711]);
  }
  const chunks = [];
  for await (const chunk of sheetOf(format, ['=heading', 'amount', 'number'], pages()))
    chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

test('a cell that begins like a formula is text in workbook and CSV, an amount a number [T1897]', async () => {
  const workbook = await made('xlsx');
  const xml = xmlOf(workbook, 'xl/worksheets/sheet1.xml');
  expect(xml).not.toMatch(/<f[ >]/);
  expect(xml.match(/<v>-1234.56<\/v>/g)).toHaveLength(formulas.length);
  expect(xml.match(/<v>4711<\/v>/g)).toHaveLength(formulas.length);
  // Also in a file that a spreadsheet writes from it.
  const texts = [...xmlOf(workbook, 'xl/sharedStrings.xml').matchAll(/<t[^>]*>([^<]*)</g)].map(([, text]) =>
    text?.replace('&apos;', "'"),
  );
  expect(texts.filter((text) => /[=+\-@]/.test(text ?? ''))).toEqual([
    "'=heading",
    ...formulas.map((text) => `'${text}`),
  ]);
  const lines = (await made('csv')).toString().trimEnd().split('\r\n');
  expect(lines[0]).toBe(`"'=heading",amount,number`);
  for (const line of lines.slice(1)) expect(line).toMatch(/^"'.+",-1234.56,4711$/s);
});
