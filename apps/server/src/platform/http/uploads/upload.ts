import multipart from '@fastify/multipart';
import type { Call } from '@hiram/contract/call';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BadRequest, Unavailable } from '../../errors/rejection.ts';
import type { UploadPlace } from './upload-places.ts';

/** Slightly above the size limit of a picture, so that a picture that is only a little too large gets the proper rejection. */
const maxBytes = 12 * 1024 * 1024;

/** Accepts file uploads: one file a request, read into memory, never written to disk under a name from the client. */
export async function acceptUploads(api: FastifyInstance): Promise<void> {
  await api.register(multipart, {
    throwFileSizeLimit: false,
    limits: { files: 1, fileSize: maxBytes, fields: 4, fieldSize: 1_024, parts: 6, headerPairs: 50 },
  });
}

/** The sender was too slow and lost its place. */
export class PlaceTakenAway extends Unavailable {}

/**
 * The bytes of the part that the call names; empty if there is none. A file that is too large is truncated just above the
 * limit. Throws PlaceTakenAway if the request was destroyed for being too slow.
 */
export async function readFile(
  call: Call,
  request: FastifyRequest,
  place: Pick<UploadPlace, 'received'>,
): Promise<Buffer> {
  const name = 'entries' in call.input ? Object.keys({ ...(call.input.entries as object) })[0] : undefined;
  if (!request.isMultipart()) throw new BadRequest('body', 'the body must be multipart/form-data');
  let content = Buffer.alloc(0);
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file')
        throw new BadRequest(part.fieldname.slice(0, 64), 'is not a field of this call');
      if (part.fieldname !== name) {
        part.file.resume();
        throw new BadRequest(part.fieldname.slice(0, 64), 'is not a field of this call');
      }
      const chunks: Buffer[] = [];
      for await (const chunk of part.file) {
        chunks.push(chunk);
        place.received(chunk.length);
      }
      content = Buffer.concat(chunks);
    }
  } catch (error) {
    if (error instanceof BadRequest || error instanceof PlaceTakenAway) throw error;
    if (request.raw.errored instanceof PlaceTakenAway) throw request.raw.errored;
    // Only the body is read here, so any other error means a malformed body or a closed connection.
    throw new BadRequest('body', error instanceof Error ? error.message : 'is not a multipart body');
  }
  return content;
}
