import multipart from '@fastify/multipart';
import type { Call } from '@hiram/contract/call';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BadRequest, TooMany, Unavailable } from './refuse.ts';

/** A little above what a picture may weigh, so that one that is only a little too large is told so in words. */
const mostBytes = 12 * 1024 * 1024;

/**
 * Files under way at once: each lies in memory from its first byte until it is kept, and its sender may take a minute. Of a
 * borrower as many as go with a complaint, and in all what a small machine can hold.
 */
const underWay = { borrower: 9, server: 24 } as const;
const againSeconds = 5;

/** Places for files under way, of one server. */
export interface UploadPlaces {
  /** Takes a place; whoever took it calls what is given back. Throws TooMany or Unavailable where none is free. */
  take(borrowerId: string): () => void;
}

export function uploadPlaces(): UploadPlaces {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take(borrowerId) {
      const mine = taken.get(borrowerId) ?? 0;
      if (mine >= underWay.borrower) throw new TooMany(againSeconds);
      if (all >= underWay.server) throw new Unavailable('as many files are under way as we can hold');
      taken.set(borrowerId, mine + 1);
      all += 1;
      return () => {
        const left = (taken.get(borrowerId) ?? 0) - 1;
        if (left > 0) taken.set(borrowerId, left);
        else taken.delete(borrowerId);
        all -= 1;
      };
    },
  };
}

/** Lets the API read files: one a request, read to memory, never to a disk under a name that somebody sent. */
export async function acceptUploads(api: FastifyInstance): Promise<void> {
  await api.register(multipart, {
    throwFileSizeLimit: false,
    limits: { files: 1, fileSize: mostBytes, fields: 4, fieldSize: 1_024, parts: 6, headerPairs: 50 },
  });
}

/** The bytes of the part that the call names; empty where there is none. One too large comes cut off, and so too large still. */
export async function readFile(call: Call, request: FastifyRequest): Promise<Buffer> {
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
      found = Buffer.from(await part.toBuffer());
    }
  } catch (error) {
    if (error instanceof BadRequest) throw error;
    // Nothing but the body is read here: what fails is how it is put together, or its sender has hung up.
    throw new BadRequest('body', error instanceof Error ? error.message : 'is no multipart body');
  }
  return found;
}
