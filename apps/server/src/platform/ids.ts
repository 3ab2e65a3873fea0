import type { Id } from '@hiram/contract/ids';
import { v7, validate } from 'uuid';
import { markId } from './cells/marks.ts';
import { NotFound } from './errors/rejection.ts';

/** A new id with the cell's mark. Ids made together are stored together. Without a kind it fits every kind. */
export function newId<Kind extends string = never>(): Id<Kind> {
  return markId(v7()) as Id<Kind>;
}

/** Returns the id for use in a query. Throws NotFound for text that is not a UUID, as for an id that does not exist. */
export function knownId<Text extends string>(id: Text): Text {
  if (!validate(id)) throw new NotFound('not an id');
  return id;
}

/** The id of a kind from text of an operator or of another system. Throws NotFound for text that is not a UUID. */
export function parseId<Kind extends string = never>(text: string): Id<Kind> {
  return knownId(text) as Id<Kind>;
}
