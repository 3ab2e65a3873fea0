import { type OutgoingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';

/**
 * Sends a request to a server of this machine exactly as given: `fetch` normalises URLs and rejects some
 * methods.
 */
export function raw(
  port: number,
  method: string,
  path: string,
  { headers = {}, body = '' }: { readonly headers?: OutgoingHttpHeaders; readonly body?: string } = {},
): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    sent.on('error', reject).end(body);
  });
}

/** Writes bytes to a server. Returns everything that arrives until the server disconnects, and how long that took. */
export async function converse(
  port: number,
  write: (socket: Socket) => void,
): Promise<{ text: string; ms: number }> {
  const begun = performance.now();
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  write(socket);
  await new Promise<void>((resolve) => socket.on('error', () => resolve()).on('close', () => resolve()));
  return { text, ms: performance.now() - begun };
}
