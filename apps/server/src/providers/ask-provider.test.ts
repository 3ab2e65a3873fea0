import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { askProvider } from './ask-provider.ts';

test('an answer without end is left as soon as it is too large [T1921]', async () => {
  const server = createServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'application/json' });
    answer.write(' '.repeat(2_000_001));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const asked = askProvider({ provider: 'endless', url: `http://127.0.0.1:${port}/`, secretKey: 'key' });
  await expect(asked).rejects.toThrow('its answer is too large');
});
