import { type OutgoingHttpHeaders, request } from 'node:http';

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
