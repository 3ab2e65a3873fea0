/** A server that answers each call after a delay with its own name, and prints each call: `echo.ts <name> <milliseconds>`. */
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
// End with the process that started this one, even if it was killed.
process.stdin.resume().on('end', () => process.exit());
