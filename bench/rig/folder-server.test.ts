import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serveFolder } from './folder-server.ts';

test('a peer’s folder is served compressed, its pages as index.html, its calls from its server', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'peer-'));
  writeFileSync(join(dir, 'index.html'), '<!doctype html><div id="app"></div><script src="app.js"></script>');
  writeFileSync(join(dir, 'app.js'), 'document.title = "peer"');
  const api = createServer((_, outgoing) => outgoing.end('answer')).listen(0, '127.0.0.1');
  await new Promise((resolve) => api.once('listening', resolve));
  const { port } = api.address() as { port: number };
  const peer = await serveFolder(dir, { api: `http://127.0.0.1:${port}`, apiMs: 0 });
  try {
    const get = (path: string, accept = '*/*') => fetch(peer.origin + path, { headers: { accept } });
    const script = await get('/app.js');
    expect([script.headers.get('content-type'), script.headers.get('content-encoding')]).toEqual([
      'text/javascript; charset=utf-8',
      'gzip',
    ]);
    expect(await script.text()).toBe('document.title = "peer"');
    expect(await (await get('/login', 'text/html')).text()).toContain('<div id="app">');
    expect(await (await get('/v1/products')).text()).toBe('answer');
    expect(await (await get('/..%2f..%2fetc%2fpasswd')).text()).toBe('answer');
  } finally {
    peer.stop();
    api.close();
    rmSync(dir, { recursive: true });
  }
});
