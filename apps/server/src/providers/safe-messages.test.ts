import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Hiram, startHiram } from '../../test/support/processes/running-server.ts';
import { reasonWithoutAccount } from '../lending/payouts/payout-reason.ts';
import { fixedSecret } from '../platform/crypto/secrets.ts';
import { askProvider } from './ask-provider.ts';
import { gatewayPorts } from './gateway/gateway.ts';

const secrets = { account: '09176543219', name: 'Perpetua Walangkaparis Magbanua' } as const;
const lines: string[] = [];
let hiram: Hiram;
let echo: Server;
let echoUrl = '';
beforeAll(async () => {
  const logTo = { write: (line: string) => void lines.push(line) };
  hiram = await startHiram(inject('cluster'), { LOG_LEVEL: 'trace' }, { logTo });
  // Answers every request with text that is not JSON, as a provider's error page does.
  echo = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => response.end(Buffer.concat(parts).toString('utf8').replace('{', '')));
  });
  await new Promise<void>((resolve) => {
    echo.listen(0, '127.0.0.1', resolve);
  });
  const address = echo.address();
  echoUrl = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
afterAll(async () => {
  await hiram.stop();
  echo.close();
});

test('an error caused by a provider’s answer quotes nothing of it [T195]', async () => {
  const secretKey = 'sk';
  const body = { number: secrets.account, name: secrets.name };
  const input = await askProvider({ provider: 'echo', url: echoUrl, secretKey, body }).catch(
    (error: unknown) => error,
  );
  expect(String(input)).toMatch(/echo: /);
  expect(String(input)).not.toMatch(/0917|Perpetua/);
  const port = gatewayPorts('gateway', echoUrl, fixedSecret('s')).payout;
  const request = {
    reference: randomUUID(),
    amount: 1,
    institution: 'X',
    via: undefined,
    accountNumber: secrets.account,
    holder: secrets.name,
    description: 'd',
    currency: 'PHP' as const,
    requestedAt: new Date(),
  };
  const sent = await port.send(request).catch((error: unknown) => error);
  expect(String(sent)).toMatch(/provider: /);
  expect(String(sent)).not.toMatch(/0917|Perpetua|number/);
});

test('a value that the database rejects is in no log line', async () => {
  const before = lines.length;
  const error = await sql`select ${secrets.account}::date`
    .execute(hiram.server.appContext.db)
    .catch((item: unknown) => item);
  hiram.server.appContext.log.error({ err: error }, 'tried');
  const written = lines.slice(before).join('');
  expect(written).toContain('22008');
  expect(written).not.toContain(secrets.account);
});

test('neither the account nor its holder stays in a payout’s failure reason', () => {
  const word = fc.stringMatching(/^[A-Za-zñÑé]{2,12}$/);
  const number = fc.stringMatching(/^\d{6,20}$/);
  const grouped = fc.constantFrom('', ' ', '-', '.');
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 4 }),
      number,
      grouped,
      fc.string(),
      (names, digits, separator, extra) => {
        const formatted = digits.replace(/(.{4})(?=.)/g, `$1${separator}`);
        const reason = `${extra} account ${formatted} of ${names.join(' ').toUpperCase()} is closed`;
        const stored = reasonWithoutAccount(reason, names.join(' ')).replaceAll(/\((?:name|number)\)/g, '');
        expect(stored).not.toContain(formatted);
        for (const name of names) expect(stored.split(/[^\p{L}]+/u)).not.toContain(name.toUpperCase());
      },
    ),
  );
});
