import multipart from '@fastify/multipart';
import type { Call } from '@hiram/contract/call';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BadRequest, Unavailable } from '../errors/rejection.ts';
import type { UploadPlace } from './upload-places.ts';

/** A little above what a picture may weigh, so that one that is only a little too large is told so in words. */
const maxBytes = 12 * 1024 * 1024;

/** Lets the API read files: one a request, read to memory, never to a disk under a name that somebody sent. */
export async function acceptUploads(api: FastifyInstance): Promise<void> {
  await api.register(multipart, {
    throwFileSizeLimit: false,
    limits: { files: 1, fileSize: maxBytes, fields: 4, fieldSize: 1_024, parts: 6, headerPairs: 50 },
  });
}

/** A file whose sender was too slow for the place that it held. */
export class PlaceTakenAway extends Unavailable {}

/**
 * The bytes of the part that the call names; empty where there is none. One too large comes cut off, and so too large still.
 * Throws PlaceTakenAway once the request was destroyed for being too slow.
 */
export async function readFile(
  call: Call,
  request: FastifyRequest,
  place: Pick<UploadPlace, 'received'>,
): Promise<Buffer> {
  const name = 'entries' in call.input ? Object.keys({ ...(call.input.entries as object) })[0] : undefined;
  if (!request.isMultipart()) throw new BadRequest('body', 'the body must be multipart/form-data');
  let found = Buffer.alloc(0);
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file')
        throw new BadRequest(part.fieldname.slice(0, 64), 'is not a field of this call');
      if (part.fieldname !== name) {
        part.file.resume();
        throw new BadRequest(part.fieldname.slice(0, 64), 'is not a field of this call');
      }
      const pieces: Buffer[] = [];
      for await (const piece of part.file) {
        pieces.push(piece);
        place.received(piece.length);
      }
      found = Buffer.concat(pieces);
    }
  } catch (error) {
    if (error instanceof BadRequest || error instanceof PlaceTakenAway) throw error;
    if (request.raw.errored instanceof PlaceTakenAway) throw request.raw.errored;
    // Nothing but the body is read here: what fails is how it is put together, or its sender has hung up.
    throw new BadRequest('body', error instanceof Error ? error.message : 'is no multipart body');
  }
  return found;
}
