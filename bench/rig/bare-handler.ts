/**
 * The baseline for the server's throughput: node:http, the same driver and pool, the same statements in the same order, and
 * nothing else. Argument: a JSON file with the endpoint and, by order, the statements. Prints its port.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { openPool } from '@hiram/server/src/platform/database/connection/connect.ts';
import type { Statement } from './five-statements.ts';

interface Task {
  readonly endpoint: { readonly host: string; readonly user: string; readonly database: string };
  readonly byOrder: Readonly<Record<string, readonly Statement[]>>;
}

const task: Task = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const pool = openPool(task.endpoint);

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const piece of request) body += piece;
  return body;
}

const server = createServer(async (request, response) => {
  const { orderId }: { orderId: string } = JSON.parse(await bodyOf(request));
  const rows: unknown[] = [];
  for (const { text, values } of task.byOrder[orderId] ?? [])
    rows.push(...(await pool.query(text, [...values])).rows);
  response.setHeader('content-type', 'application/json');
  response.statusCode = rows.length > 0 ? 200 : 404;
  response.end(JSON.stringify(rows));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address !== 'string') console.log(address.port);
});
process.on('SIGTERM', () => process.exit(0));
