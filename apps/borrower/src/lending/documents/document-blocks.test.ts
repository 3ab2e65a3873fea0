import { tableBlock } from '@hiram/visitor-pages/document-blocks';
import { expect, test } from 'vitest';

test('CONF-05 a table of a document becomes labels with values, one row below the other', () => {
  expect(tableBlock([['Fee', '₱200.00']])).toEqual({
    kind: 'facts',
    facts: [{ label: 'Fee', value: '₱200.00' }],
  });
  expect(tableBlock([['1', 'Type of loan', 'Instalment']])).toEqual({
    kind: 'facts',
    facts: [{ label: '1. Type of loan', value: 'Instalment' }],
  });
  expect(
    tableBlock([
      ['Due', 'To pay', 'Interest'],
      ['Day 30', '₱2,846.37', '₱540.00'],
    ]),
  ).toEqual({
    kind: 'rows',
    rows: [
      {
        heading: 'Due: Day 30',
        facts: [
          { label: 'To pay', value: '₱2,846.37' },
          { label: 'Interest', value: '₱540.00' },
        ],
      },
    ],
  });
  expect(tableBlock([])).toEqual({ kind: 'facts', facts: [] });
});
