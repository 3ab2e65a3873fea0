import { type Block, tableBlock } from '@hiram/visitor-pages/document-blocks';

/** The parts of a document's HTML, which has tables, paragraphs and one footer. Only text is taken from it. */
export function blocksOf(html: string): Block[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const blocks: Block[] = [];
  body.querySelectorAll('table, p').forEach((element) => {
    if (element instanceof HTMLTableElement)
      blocks.push(
        tableBlock(
          Array.from(element.rows, (row) => Array.from(row.cells, (cell) => cell.textContent ?? '')),
        ),
      );
    else
      blocks.push({
        kind: element.closest('footer') ? 'note' : 'paragraph',
        text: element.textContent ?? '',
      });
  });
  return blocks;
}
