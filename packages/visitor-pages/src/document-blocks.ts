/** A labelled value, such as an amount. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** A part of a document: a paragraph, a note at its end, a list of values, or rows that have several values each. */
export type Block =
  | { readonly kind: 'paragraph' | 'note'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  | {
      readonly kind: 'rows';
      readonly rows: readonly { readonly heading: string; readonly facts: readonly Fact[] }[];
    };

/**
 * A table as a phone shows it. Two columns are labels and values; a numbered table (1, label, value) too. Any other has
 * the names of its columns in its first row: each further row becomes a heading, with the name of its column, and values below.
 */
export function tableBlock(table: readonly (readonly string[])[]): Block {
  const [first = [], ...rest] = table;
  if (first.length <= 2 || /^\d+$/.test(first[0] ?? ''))
    return {
      kind: 'facts',
      facts: table.map((cells) =>
        cells.length > 2
          ? { label: `${cells[0]}. ${cells[1]}`, value: cells.slice(2).join(' ') }
          : { label: cells[0] ?? '', value: cells[1] ?? '' },
      ),
    };
  return {
    kind: 'rows',
    rows: rest.map(([value = '', ...values]) => ({
      heading: `${first[0]}: ${value}`,
      facts: values
        .map((amount, index) => ({ label: first[index + 1] ?? '', value: amount }))
        .filter((fact) => fact.value !== ''),
    })),
  };
}
