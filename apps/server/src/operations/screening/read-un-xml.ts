import { createReadStream } from 'node:fs';
import sax from 'sax';
import { type ListedPerson, ListFault, yearsBetween, yearsIn } from './entry.ts';

/** The parts of an individual's name, in their order. */
const nameParts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'];

/** An individual while its elements are read. */
class Individual {
  reference = '';
  readonly #parts = new Map<string, string>();
  readonly #aliases: string[] = [];
  readonly #years = new Set<number>();
  #from = 0;

  /** Takes the text of an element inside the individual. */
  take(element: string, text: string): void {
    if (nameParts.includes(element)) this.#parts.set(element, text);
    else if (element === 'REFERENCE_NUMBER') this.reference = text;
    else if (element === 'ALIAS_NAME') this.#aliases.push(text);
    else if (element === 'YEAR' || element === 'DATE') this.#addYears(yearsIn(text));
    else if (element === 'FROM_YEAR') this.#from = Number(text);
    else if (element === 'TO_YEAR') this.#addYears(yearsBetween(this.#from, Number(text)));
  }

  get person(): ListedPerson {
    const name = nameParts
      .flatMap((part) => this.#parts.get(part) ?? [])
      .filter((text) => text !== '')
      .join(' ');
    const names = [name, ...this.#aliases].filter((text) => text !== '');
    return { reference: this.reference, names, birthYears: [...this.#years] };
  }

  #addYears(years: readonly number[]): void {
    for (const year of years) this.#years.add(year);
  }
}

/**
 * Reads the individuals of the consolidated list of the Security Council of the United Nations, piece by piece. Its entities are
 * no persons. Throws ListFault for a file that is not such a list, or is cut.
 */
export async function* readUnXml(file: string): AsyncGenerator<ListedPerson> {
  const parser = sax.parser(true, { trim: true, position: true });
  const ready: ListedPerson[] = [];
  const elements: string[] = [];
  let individual: Individual | undefined;
  let text = '';
  parser.onerror = (error) => {
    throw new ListFault(`The file is not XML: ${error.message.split('\n').join(', ')}.`);
  };
  parser.onopentag = ({ name }) => {
    if (elements.length === 0 && name !== 'CONSOLIDATED_LIST')
      throw new ListFault(`The file is not the consolidated list: it begins with ${name.slice(0, 40)}.`);
    elements.push(name);
    if (name === 'INDIVIDUAL') individual = new Individual();
    text = '';
  };
  parser.ontext = (piece) => {
    text += piece;
  };
  parser.onclosetag = (name) => {
    elements.pop();
    individual?.take(name, text);
    text = '';
    if (name !== 'INDIVIDUAL' || !individual) return;
    const { person } = individual;
    individual = undefined;
    if (person.reference === '' || person.names.length === 0)
      throw new ListFault(`Line ${parser.line + 1}: an individual without reference or name.`);
    ready.push(person);
  };
  for await (const piece of createReadStream(file, 'utf8')) {
    parser.write(String(piece));
    yield* ready.splice(0);
  }
  parser.close();
  yield* ready;
}
