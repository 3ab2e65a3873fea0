import { type AddressInfo, connect, createServer, type Server } from 'node:net';

/** When the connection of a matching request is cut: while the request is sent, or before the answer arrives. */
export type CutPhase = 'sending' | 'answering';

/** The number of bytes of a request that are forwarded before the connection is cut. */
const forwardedBytes = 40_000;

/**
 * A proxy that cuts connections. It forwards everything to `port`, but cuts the first requests whose head contains
 * `pattern`, one for each entry of `cuts`. Returns its port and the number of connections cut so far.
 */
export async function cuttingProxy(
  port: number,
  pattern: string,
  cuts: readonly CutPhase[],
): Promise<{ port: number; cut: () => number; close: () => void }> {
  let cutCount = 0;
  const server: Server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    let phase: CutPhase | undefined;
    let sent = 0;
    client.on('data', (bytes) => {
      if (phase === undefined && cutCount < cuts.length && bytes.includes(pattern)) {
        phase = cuts[cutCount];
        cutCount += 1;
        sent = 0;
      }
      sent += bytes.length;
      if (phase === 'sending' && sent > forwardedBytes) return end();
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (phase === 'answering') return end();
      client.write(bytes);
    });
    client.on('error', end).on('close', end);
    upstream.on('error', end).on('close', end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => cutCount,
    close: () => server.close(),
  };
}
