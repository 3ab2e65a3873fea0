import { createServer } from 'node:net';

/** A loopback port on which no program listens now, for programs that must know a port before they start. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address.port;
}
