import { v7, validate } from 'uuid';
import { NotFound } from './errors/rejection.ts';

/** A new id: UUIDv7, so that rows created together are stored together. */
export function newId(): string {
  return v7();
}

/** Returns the id for use in a query. Throws NotFound for text that is not a UUID, as for an id that does not exist. */
export function knownId(text: string): string {
  if (!validate(text)) throw new NotFound('not an id');
  return text;
}
