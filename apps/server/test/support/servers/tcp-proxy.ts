import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A connection between two programs that can be closed, held, or broken in the middle of a message. */
export interface Line {
  readonly port: number;
  /**
   * `open`: everything passes. `cut`: connections are closed and refused. `held`: connections stay open, and
   * nothing passes.
   */
  state: 'open' | 'cut' | 'held';
  /** The next connection breaks after this many bytes towards the server; undefined: none does. */
  breakAfter: number | undefined;
  /** From now on nothing passes over the existing connections, in either direction; new ones work. */
  forget(): void;
  close(): Promise<void>;
}

export async function line(to: { port: number; host?: string } | { path: string }): Promise<Line> {
  const open = new Set<Socket>();
  const held: (() => void)[] = [];
  const forgotten = new WeakSet<Socket>();
  let state: Line['state'] = 'open';
  const server = createServer((near) => {
    if (state === 'cut') {
      near.destroy();
      return;
    }
    const far = 'path' in to ? connect(to.path) : connect(to.port, to.host ?? '127.0.0.1');
    const breakAfter = self.breakAfter;
    self.breakAfter = undefined;
    let sent = 0;
    const end = () => {
      near.destroy();
      far.destroy();
      open.delete(near);
    };
    open.add(near);
    const pass = (into: Socket, bytes: Buffer) => {
      if (forgotten.has(near)) return;
      if (state === 'held') held.push(() => into.write(bytes));
      else into.write(bytes);
    };
    near.on('data', (bytes) => {
      sent += bytes.length;
      if (breakAfter !== undefined && sent > breakAfter) end();
      else pass(far, bytes);
    });
    far.on('data', (bytes) => pass(near, bytes));
    near.on('error', end).on('close', end);
    far.on('error', end).on('close', end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const self: Line = {
    port: (server.address() as AddressInfo).port,
    get state() {
      return state;
    },
    set state(next) {
      state = next;
      if (next === 'cut') for (const socket of open) socket.destroy();
      if (next === 'open') for (const passOn of held.splice(0)) passOn();
    },
    breakAfter: undefined,
    forget() {
      for (const socket of open) forgotten.add(socket);
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return self;
}
