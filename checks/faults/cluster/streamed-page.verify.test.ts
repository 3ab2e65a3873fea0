import { mkdtempSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { asOwner } from '@hiram/server/test/support/database/throwaway-cluster.ts';
import { startHiram } from '@hiram/server/test/support/processes/running-server.ts';
import { expect, inject, test } from 'vitest';
import { hasBalancer, startBalancer } from './balancer.ts';

/** The headers of a browser whose user opens an address. Compressed, the shell fits in a buffer of HAProxy's. */
const opening = {
  'accept-encoding': 'gzip',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-site': 'none',
};

/** Requests a document and decompresses what arrives. */
async function request(address: string): Promise<Readable> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(address, { headers: opening }, resolve).on('error', reject);
  });
  return response.pipe(createGunzip());
}

/** Reads a document until it has `text`. Throws if it ends without. */
async function readUntil(response: Readable, text: string): Promise<string> {
  let read = '';
  while (!read.includes(text)) {
    const piece: unknown = response.read() ?? undefined;
    if (piece !== undefined) read += String(piece);
    else if (response.readableEnded)
      throw new Error(`the document ended without ${text}: ${read.slice(-200)}`);
    else await new Promise((resolve) => response.once('readable', resolve).once('end', resolve));
  }
  return read;
}

test.skipIf(!hasBalancer())(
  'an opened page’s shell passes HAProxy before its first call has answered [T701]',
  async () => {
    await using started = new AsyncDisposableStack();
    const folder = mkdtempSync(join(tmpdir(), 'hiram-streamed-'));
    started.defer(() => rmSync(folder, { recursive: true }));
    const hiram = await startHiram(inject('cluster'));
    started.defer(() => hiram.stop());
    const balancer = await startBalancer(folder, [{ name: 'one', port: hiram.server.port }], started);
    const { context, productId, orderId } = await hiram.borrower({ state: '170' });
    const address = `${balancer.origin}/order?${new URLSearchParams({ ...context, productId, orderId })}`;
    const response = await asOwner(inject('cluster'), hiram.database, async (owner) => {
      // Holds every session, so that no call is answered until the shell is here.
      await owner.query('begin; lock table session in access exclusive mode');
      try {
        const arriving = await request(address);
        expect(await readUntil(arriving, '<p class="notice retry"')).not.toContain('id="hiram-answer"');
        return arriving;
      } finally {
        await owner.query('rollback');
      }
    });
    expect(await readUntil(response, '</html>')).toContain('<div id="hiram-view"');
  },
);
