import { validate } from 'uuid';
import { BadRequest } from '../../platform/errors/rejection.ts';

/** The last entry of a page. */
export interface Cursor {
  /** Microseconds since 1970. */
  readonly micros: number;
  readonly kind: 'did' | 'read';
  readonly id: string;
}

export function cursorText({ micros, kind, id }: Cursor): string {
  return `${micros} ${kind} ${id}`;
}

/** Reads what `cursorText` wrote. Throws BadRequest. */
export function readCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined;
  const [, micros = '', kind, id = ''] = /^(\d{1,16}) (did|read) ([0-9a-f-]{1,36})$/.exec(text) ?? [];
  const isId = kind === 'read' ? validate(id) : /^\d{1,18}$/.test(id);
  if (kind === undefined || !isId || !Number.isSafeInteger(Number(micros)))
    throw new BadRequest('after', 'is no place in the list');
  return { micros: Number(micros), kind: kind === 'read' ? 'read' : 'did', id };
}
