import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { fixedSecret } from '../../platform/crypto/secrets.ts';
import { signature } from '../gateway/webhooks.ts';
import { askSigned, checkSignatureHeader } from './ask-signed.ts';

test('an answer without a signature, by another secret or of an hour ago is none [T2406]', async () => {
  const seconds = Math.floor(Date.now() / 1000);
  const body = JSON.stringify({ reference: 'one' });
  const signatures = [
    '',
    signature('another secret of theirs', seconds, body),
    signature('the secret of both', seconds - 3_600, body),
    signature('the secret of both', seconds, body),
  ];
  const server = createServer((_request, response) =>
    response.writeHead(200, { [checkSignatureHeader]: signatures.shift() ?? '' }).end(body),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = () =>
    askSigned(
      'bureau',
      { url, secret: fixedSecret('the secret of both') },
      { question: { reference: 'one' }, answer: v.object({ reference: v.string() }), now: () => new Date() },
    );
  for (let forged = 0; forged < 3; forged += 1) await expect(ask()).rejects.toThrow('is not signed');
  expect(await ask()).toEqual({ reference: 'one' });
  server.close();
});
