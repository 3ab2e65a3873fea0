import { type AddressInfo, connect, createServer, type Server } from 'node:net';

/** How a connection that carries the wanted request ends: in the middle of what is sent, or before what is answered arrives. */
export type CutPhase = 'sending' | 'answering';

/** Bytes of a request that get through before it is cut. */
const letThrough = 40_000;

/**
 * A line that breaks: everything goes on to `port`, but the first requests whose head contains `wanted` are cut, one for each
 * of `cuts`. Answers its own port and how many were cut so far.
 */
export async function cuttingProxy(
  port: number,
  wanted: string,
  cuts: readonly CutPhase[],
): Promise<{ port: number; cut: () => number; close: () => void }> {
  let done = 0;
  const server: Server = createServer((client) => {
    const onward = connect(port, '127.0.0.1');
    const end = () => {
      client.destroy();
      onward.destroy();
    };
    let now: CutPhase | undefined;
    let sent = 0;
    client.on('data', (bytes) => {
      if (now === undefined && done < cuts.length && bytes.includes(wanted)) {
        now = cuts[done];
        done += 1;
        sent = 0;
      }
      sent += bytes.length;
      if (now === 'sending' && sent > letThrough) return end();
      onward.write(bytes);
    });
    onward.on('data', (bytes) => {
      if (now === 'answering') return end();
      client.write(bytes);
    });
    client.on('error', end).on('close', end);
    onward.on('error', end).on('close', end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => done,
    close: () => server.close(),
  };
}
