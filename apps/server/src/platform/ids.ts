import { v7, validate } from 'uuid';
import { NotFound } from './errors/rejection.ts';

/** A new id: UUIDv7, so that rows of one time lie together. */
export function newId(): string {
  return v7();
}

/** The id as a query can use it. One that is no UUID names nothing, and is answered like one that does not exist. */
export function knownId(text: string): string {
  if (!validate(text)) throw new NotFound('not an id');
  return text;
}
