import { expect, test } from 'vitest';
import { ConfigError } from '../platform/errors/config-error.ts';
import { connectProviders, providers } from '../providers/providers.ts';
import { checkTls } from './over-tls.ts';
import { readProviders } from './provider-config.ts';

/** A value that each setting of a provider accepts, by name. */
const values: Readonly<Record<string, string>> = {
  PAYMONGO_SOURCE_ACCOUNT: '123456789012;Lender;PAEYPHM2XXX',
};

const definitionOf = (name: string) => {
  const found = providers.find((provider) => provider.name === name);
  if (!found) throw new Error(`no provider ${name}`);
  return found;
};

const environmentOf = (name: string): Record<string, string> => {
  const { settings } = definitionOf(name);
  const entries = Object.entries(settings).flatMap(([setting, { kind }]) =>
    kind === 'address' ? [] : [[setting, values[setting] ?? 'a-secret-of-these-tests'] as const],
  );
  const sms = JSON.stringify({ method: 'POST', url: 'https://sms.example', headers: {}, body: '{{text}}' });
  return { PAYMENT_PROVIDER: name, PAYOUT_PROVIDER: name, SMS_REQUEST: sms, ...Object.fromEntries(entries) };
};

test.each(providers.map(({ name }) => name))(
  '%s is read and connected from what it declares [T794]',
  (name) => {
    const settings = readProviders(environmentOf(name), false);
    const { ports, webhooks } = connectProviders(settings, () => new Date());
    expect([ports.payment.name, ports.payout.name, [...webhooks.keys()]]).toEqual([name, name, [name]]);
  },
);

test.each(providers.map(({ name }) => name))(
  '%s without one of its settings says which it needs [T795]',
  (name) => {
    const environment = environmentOf(name);
    const { settings } = definitionOf(name);
    const needed = Object.keys(settings).filter((setting) => setting in environment);
    for (const missing of needed) {
      const { [missing]: _, ...rest } = environment;
      const read = () => readProviders(rest, false);
      expect(read).toThrow(ConfigError);
      for (const setting of needed) expect(read).toThrow(setting);
    }
  },
);

test('a provider’s address must use TLS outside the sandbox, whatever the provider [T796]', () => {
  for (const { name, settings } of providers)
    for (const address of Object.keys(settings).filter((setting) => settings[setting]?.kind === 'address')) {
      const environment = { ...environmentOf(name), [address]: 'http://provider.example' };
      const config = { publicUrl: 'https://app.example', providers: readProviders(environment, false) };
      expect(() => checkTls(config)).toThrow(`${address} must be an https address`);
    }
});

test('mail needs an address of a server without a login in it, and a sender [T1047]', () => {
  const environment = environmentOf(providers[0]?.name ?? '');
  const read = (mail: Record<string, string>) => () => readProviders({ ...environment, ...mail }, false).mail;
  const sender = { MAIL_FROM: 'no-reply@lender.example' };
  expect(read({})()).toBeUndefined();
  for (const url of ['mail.example', 'https://mail.example', 'smtp://user:password@mail.example'])
    expect(read({ SMTP_URL: url, ...sender })).toThrow(/^SMTP_URL must be smtps:/);
  expect(read({ SMTP_URL: 'smtps://mail.example' })).toThrow('MAIL_FROM is required with SMTP_URL');
  expect(read({ SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'nobody' })).toThrow('MAIL_FROM must be');
  const login = { SMTP_LOGIN: 'no-password' };
  expect(read({ SMTP_URL: 'smtps://mail.example', ...sender, ...login })).toThrow('SMTP_LOGIN must be');
  // Without TLS on this machine alone.
  expect(read({ SMTP_URL: 'smtp://mail.example', ...sender })()).toMatchObject({ mayBePlain: false });
  expect(read({ SMTP_URL: 'smtp://localhost:25', ...sender })()).toMatchObject({ mayBePlain: true });
});
