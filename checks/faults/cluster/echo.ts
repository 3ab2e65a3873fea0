/** A server that answers each call after some time with its own name, and tells of each: `echo.ts <name> <milliseconds>`. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [name, ms] = process.argv.slice(2);
let leaving = false;
process.on('SIGUSR2', () => {
  leaving = true;
});
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    if (request.url === '/health/ready') {
      response.writeHead(leaving ? 404 : 200).end();
      return;
    }
    console.log(`asked ${request.url}`);
    setTimeout(() => response.end(name), Number(ms));
  });
});
server.listen(0, '127.0.0.1', () => console.log(`port ${(server.address() as AddressInfo).port}`));
// Whoever started it may be gone without a word: then nobody needs it.
process.stdin.resume().on('end', () => process.exit());
