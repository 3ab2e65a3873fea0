/** Serves a folder as any static host does: files as they are, a folder by its index.html. Prints its origin; ends when its standard input does. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const [folder = '.'] = process.argv.slice(2);
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

const server = createServer((request, response) => {
  const path = normalize(new URL(request.url ?? '/', 'http://static').pathname);
  const file = extname(path) === '' ? join(path, 'index.html') : path;
  readFile(join(folder, file)).then(
    (bytes) => response.writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain' }).end(bytes),
    async () =>
      response
        .writeHead(404, { 'content-type': 'text/html; charset=utf-8' })
        .end(await readFile(join(folder, '404.html'))),
  );
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  console.log(JSON.stringify({ origin: `http://127.0.0.1:${port}` }));
});
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
