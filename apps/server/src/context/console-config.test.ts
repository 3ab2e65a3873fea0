import { expect, test } from 'vitest';
import { ConfigError } from '../platform/errors/config-error.ts';
import { readConfig } from './config.ts';

const lender = {
  BRAND: 'ph',
  DATA_KEY: 'ab'.repeat(32),
  PUBLIC_URL: 'https://loans.example',
  PROVIDER_URL: 'https://gateway.example',
  PROVIDER_SECRET: 'x'.repeat(20),
  WEBHOOK_SECRET: 'y'.repeat(20),
};
const root = new URL('../../../..', import.meta.url).pathname;
const consoleOf = (settings: Record<string, string>) => readConfig({ ...lender, ...settings }, root).console;
const faultOf = (settings: Record<string, string>) => {
  try {
    consoleOf(settings);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return undefined;
};

test('a lender’s server has no console unless it has a port and an address of its own', () => {
  expect(consoleOf({})).toBeUndefined();
  expect(consoleOf({ CONSOLE_PORT: '4000', CONSOLE_URL: 'https://console.example/' })).toEqual({
    port: 4000,
    host: '127.0.0.1',
    isPortFixed: true,
    url: 'https://console.example',
  });
  expect(faultOf({ CONSOLE_PORT: '4000' })).toMatch(/need each other/);
  expect(faultOf({ CONSOLE_URL: 'https://console.example' })).toMatch(/need each other/);
});

test('console and metrics are on this machine alone, whatever HOST is, unless they are told [T778]', () => {
  const open = { CONSOLE_PORT: '4000', CONSOLE_URL: 'https://console.example', HOST: '0.0.0.0' };
  const hostsOf = (settings: Record<string, string>) => {
    const { console: served, metricsHost } = readConfig({ ...lender, ...open, ...settings }, root);
    return [served?.host, metricsHost];
  };
  expect(hostsOf({})).toEqual(['127.0.0.1', '127.0.0.1']);
  expect(hostsOf({ CONSOLE_HOST: '10.0.1.1', METRICS_HOST: '10.0.2.1' })).toEqual(['10.0.1.1', '10.0.2.1']);
});

test('the console has a host name of its own, TLS, and no path', () => {
  const at = (url: string) => faultOf({ CONSOLE_PORT: '4000', CONSOLE_URL: url });
  // Cookies do not know ports.
  expect(at('https://loans.example:8443')).toMatch(/another host name/);
  expect(at('http://console.example')).toMatch(/CONSOLE_URL must be an https address/);
  expect(at('https://console.example/app')).toMatch(/without a path/);
  expect(at('console.example')).toMatch(/CONSOLE_URL must be/);
});

test('a sandbox has a console by itself, on the next port', () => {
  const sandbox = { SANDBOX: '1', DATA_KEY: lender.DATA_KEY };
  expect(readConfig({ ...sandbox, PORT: '3000' }, root).console).toEqual({
    port: 3001,
    host: '127.0.0.1',
    isPortFixed: false,
    url: undefined,
  });
  expect(readConfig({ ...sandbox, PORT: '0' }, root).console?.port).toBe(0);
});

const directory = {
  CONSOLE_PORT: '4000',
  CONSOLE_URL: 'https://console.example',
  OIDC_ISSUER: 'https://directory.example',
  OIDC_CLIENT_ID: 'console',
  OIDC_CLIENT_SECRET: 'a secret of the directory',
  OIDC_GROUPS: 'admins=admin, cashiers of Manila=cashier:ph,admins=officer',
};

test('groups of the directory are read with their roles and brands, and a directory needs all its settings', () => {
  const groups = consoleOf(directory)?.directory?.rolesOfGroup;
  expect([...(groups ?? [])]).toEqual([
    [
      'admins',
      [
        { role: 'admin', brand: '*' },
        { role: 'officer', brand: '*' },
      ],
    ],
    ['cashiers of Manila', [{ role: 'cashier', brand: 'ph' }]],
  ]);
  expect(faultOf({ ...directory, OIDC_GROUPS: '' })).toContain('also needs');
  expect(faultOf({ ...directory, OIDC_GROUPS: 'admins' })).toContain('group=role');
  expect(faultOf({ ...directory, OIDC_ISSUER: 'http://directory.example' })).toContain('https');
});

test('a replica for the console’s lists must be reached over TLS, or on this machine', () => {
  const settings = { CONSOLE_PORT: '4000', CONSOLE_URL: 'https://console.example' };
  const url = (address: string) => ({ ...settings, CONSOLE_DATABASE_URL: address });
  expect(consoleOf(url('postgres://127.0.0.1/hiram'))?.readDatabaseUrl).toBe('postgres://127.0.0.1/hiram');
  expect(faultOf(url('postgres://replica.example/hiram'))).toContain('CONSOLE_DATABASE_URL');
  expect(faultOf(url('mysql://replica.example/hiram'))).toContain('CONSOLE_DATABASE_URL');
});
