import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const deploy = (file: string) =>
  readFileSync(fileURLToPath(new URL(`../../../docs/deploy/${file}`, import.meta.url)), 'utf8').replace(
    /^ *#.*$/gm,
    '',
  );

test('in Kubernetes the migration alone has the owner’s address [T760]', () => {
  const documents = ['migrate', 'servers'].flatMap((name) =>
    deploy(`kubernetes/base/${name}.yaml`).split(/^---$/m),
  );
  const withOwner = documents.filter((text) => /hiram-owner|DATABASE_OWNER_URL/.test(text));
  expect(withOwner.map((text) => /^kind: (\w+)$/m.exec(text)?.[1])).toEqual(['Job']);
  expect(withOwner[0]).toContain('command: [/opt/hiram/bin/hiram, migrate]');
  expect(withOwner[0]).not.toContain('activeDeadlineSeconds');
  const servers = documents.find((text) => text.includes('kind: Deployment')) ?? '';
  expect(servers.split(/^ {6}containers:$/m)[0]).toContain(
    'command: [/opt/hiram/bin/hiram, migrate, --wait]',
  );
});

test('in Kubernetes the servers reach a mail server, without which nobody is invited [T2100]', () => {
  const policies = deploy('kubernetes/base/network.yaml').split(/^---$/m);
  const internet = policies.find((text) => /^ {2}name: internet$/m.test(text)) ?? '';
  const ports = [...internet.matchAll(/port: (\d+)/g)].map(([, port]) => port);
  expect(ports).toEqual(['443', '465', '587']);
  expect(deploy('kubernetes/production/settings.env')).toMatch(
    /^SMTP_URL=smtps:.*:465\nSMTP_LOGIN_FILE=.*\nMAIL_FROM=/m,
  );
});

test('in compose and under systemd no server has the owner’s address', () => {
  const services = deploy('compose.yml').split(/^ {2}(?=\w+:$)/m);
  const owners = services.filter((text) => text.includes('DATABASE_OWNER_URL'));
  expect(owners.map((text) => text.slice(0, text.indexOf(':')))).toEqual(['migrate']);
  expect(deploy('compose.yml')).toContain('migrate: { condition: service_completed_successfully }');
  expect([...deploy('hiram.service').matchAll(/^EnvironmentFile=(.*)$/gm)].map(([, file]) => file)).toEqual([
    '/etc/hiram/settings',
  ]);
});
