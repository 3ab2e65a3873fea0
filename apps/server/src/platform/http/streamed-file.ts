import { Readable } from 'node:stream';

/** A file in place of an answer. It is sent as it is made, so that its size is no matter. */
export class StreamedFile {
  readonly name: string;
  readonly contentType: string;
  readonly chunks: AsyncIterable<string | Buffer>;
  constructor(name: string, contentType: string, chunks: AsyncIterable<string | Buffer>) {
    this.name = name;
    this.contentType = contentType;
    this.chunks = chunks;
  }

  /** The file's bytes: a chunk is asked for when the one before was sent. A fault cuts the connection, so no part seems whole. */
  open(): Readable {
    return Readable.from(this.chunks, { highWaterMark: 1 });
  }

  headers(): Readonly<Record<string, string>> {
    return {
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="${this.name}"`,
      'content-type': this.contentType,
    };
  }
}
