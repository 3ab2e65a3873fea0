import * as v from 'valibot';
import { type Secret, secretOf } from '../platform/crypto/secrets.ts';
import { ConfigError } from '../platform/errors/config-error.ts';
import { watchedFile } from '../platform/files/changing-file.ts';
import type { ProviderDefinition, ProviderSetting, SettingValues } from '../providers/define-provider.ts';
import { type SmsRequest, smsRequestSchema, unknownPlaceholders } from '../providers/http-sms/http-sms.ts';
import type { CheckSettings } from '../providers/outside-checks/ask-signed.ts';
import { gatewayName, type ProviderSettings, providers } from '../providers/providers.ts';
import { httpAddress, readSettings, secret as secretText, setting } from './setting.ts';
import { isThisMachine } from './this-machine.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const providerNames = () => [gatewayName, ...providers.map(({ name }) => name)];
const providerName = {
  schema: v.optional(
    v.pipe(
      v.string(),
      v.check((name) => providerNames().includes(name)),
    ),
    gatewayName,
  ),
  mustBe: providerNames().join(', '),
};

/** The settings of providers and outside services, besides those that a provider declares. */
export const providerVariables = {
  PROVIDER_URL: setting(
    httpAddress,
    'the payment gateway ([protocol](gateway.md)); the sandbox starts its own unless this is set',
  ),
  PROVIDER_SECRET: setting(secretText, 'the key that the gateway accepts'),
  WEBHOOK_SECRET: setting(secretText, "signs the gateway's webhooks"),
  PAYMENT_PROVIDER: setting(providerName, 'the provider that collects'),
  PAYOUT_PROVIDER: setting(providerName, 'the provider that pays out'),
  SMS_REQUEST: setting(
    { schema: v.optional(v.pipe(v.string(), v.minLength(2))), mustBe: 'JSON', isSecret: true },
    'the request to your provider of text messages: `url`, `method`, `headers`, `body`, with `{{phone}}`, `{{digits}}`, `{{text}}`, `{{reference}}`; without it the gateway sends them. It sends texts only: with it nobody can get a code by a call',
  ),
  SMTP_URL: setting(
    {
      schema: v.optional(v.pipe(v.string(), v.url(), v.regex(/^smtps?:\/\/[^/@?#]+\/?$/))),
      mustBe: 'smtps://host:port or smtp://host:port, without a login',
    },
    'your mail server: it gets the invitations of the staff. `smtps://` begins with TLS, `smtp://` demands STARTTLS; without TLS on this machine alone. Without the setting nobody is invited in the console ([how](reference.md#the-console))',
    { default: "the sandbox's mailbox, else none" },
  ),
  SMTP_LOGIN: setting(
    { ...secretText, mustBe: '`<user>:<password>`' },
    'the login of that server; without it mail is sent without one',
  ),
  MAIL_FROM: setting(
    { schema: v.optional(v.pipe(v.string(), v.email())), mustBe: 'an address of electronic mail' },
    'the sender of mail',
  ),
  IDENTITY_URL: setting(
    httpAddress,
    'the service that reads and checks identity documents: [checks-outside.md](checks-outside.md)',
  ),
  IDENTITY_SECRET: setting(secretText, 'signs what the identity service is asked and answers'),
  BUREAU_URL: setting(
    httpAddress,
    'the credit bureau that is asked about applicants: [checks-outside.md](checks-outside.md)',
  ),
  BUREAU_SECRET: setting(secretText, 'signs what the bureau is asked and answers'),
  SCREENING_URL: setting(
    httpAddress,
    'a screening service, beside the imported lists: [checks-outside.md](checks-outside.md)',
  ),
  SCREENING_SECRET: setting(secretText, 'signs what the screening service is asked and answers'),
  PUSH_URL: setting(
    httpAddress,
    'the lender’s app server, which shows messages on phones: [messages.md](messages.md); without it none is pushed',
  ),
  PUSH_SECRET: setting(
    secretText,
    'signs the messages to the app server, its answers, and receipts of messages',
  ),
  SCORER_URL: setting(httpAddress, 'your own scorer for applications: [scorer.md](scorer.md)'),
  SCORER_SECRET: setting(secretText, 'signs what the scorer gets'),
  SCORER_TIMEOUT_SECONDS: setting(
    {
      schema: v.optional(
        v.pipe(v.string(), v.regex(/^\d{1,2}$/), v.transform(Number), v.minValue(1), v.maxValue(20)),
        '5',
      ),
      mustBe: 'a number of seconds from 1 to 20',
    },
    'how long the scorer may take',
  ),
};

const minSecret = 16;

/** A secret from the environment or from the file that `<name>_FILE` names; undefined if neither is set. */
function secret(environment: Environment, name: string): Secret | undefined {
  return secretOf(
    environment,
    name,
    (value) => value.length >= minSecret,
    (variable) =>
      new ConfigError(
        variable.endsWith('_FILE')
          ? `${variable} must be a file with a secret of at least ${minSecret} characters a line`
          : `${variable} must be at least ${minSecret} characters`,
      ),
  );
}

/**
 * Reads from the environment which providers collect, pay out and send texts. In the sandbox the gateway may be omitted,
 * because the sandbox has its own. Throws ConfigError with a one-line message that says what to change.
 */
export function readProviders(environment: Environment, sandbox: boolean): ProviderSettings {
  const env = readSettings(providerVariables, environment);
  const [payment, payout] = [env.PAYMENT_PROVIDER, env.PAYOUT_PROVIDER];
  const isNamed = (name: string) => payment === name || payout === name;
  const sms = smsRequests(env.SMS_REQUEST, environment.SMS_REQUEST_FILE);
  const needsGateway = (!sandbox || env.PROVIDER_URL !== undefined) && (isNamed(gatewayName) || !sms);
  return {
    payment,
    payout,
    sms,
    mail: mailOf(env.SMTP_URL, env.MAIL_FROM, environment),
    scorer: scorerOf(env.SCORER_URL, env.SCORER_TIMEOUT_SECONDS, environment),
    identity: checkOf('IDENTITY', env.IDENTITY_URL, secret(environment, 'IDENTITY_SECRET')),
    bureau: checkOf('BUREAU', env.BUREAU_URL, secret(environment, 'BUREAU_SECRET')),
    push: checkOf('PUSH', env.PUSH_URL, secret(environment, 'PUSH_SECRET')),
    screening: checkOf('SCREENING', env.SCREENING_URL, secret(environment, 'SCREENING_SECRET')),
    gateway: needsGateway ? gatewayOf(env.PROVIDER_URL, environment) : undefined,
    others: new Map(
      providers.flatMap((provider) => {
        const values = settingsOf(provider, environment);
        if (!values && isNamed(provider.name))
          throw new ConfigError(`${requiredNames(provider)} are required for ${provider.name}`);
        return values ? [[provider.name, values] as const] : [];
      }),
    ),
  };
}

function scorerOf(
  url: string | undefined,
  timeoutSeconds: number,
  environment: Environment,
): ProviderSettings['scorer'] {
  if (url === undefined) return undefined;
  const scorerSecret = secret(environment, 'SCORER_SECRET');
  if (!scorerSecret)
    throw new ConfigError('SCORER_SECRET (or SCORER_SECRET_FILE) is required with SCORER_URL');
  return { url, secret: scorerSecret, timeoutMs: timeoutSeconds * 1_000 };
}

/** A service of outside checks; undefined: its address is not set. */
function checkOf(
  name: 'IDENTITY' | 'BUREAU' | 'SCREENING' | 'PUSH',
  url: string | undefined,
  checkSecret: Secret | undefined,
): CheckSettings | undefined {
  if (url === undefined) return undefined;
  if (!checkSecret)
    throw new ConfigError(`${name}_SECRET (or ${name}_SECRET_FILE) is required with ${name}_URL`);
  return { url, secret: checkSecret };
}

function mailOf(
  url: string | undefined,
  from: string | undefined,
  environment: Environment,
): ProviderSettings['mail'] {
  if (url === undefined) return undefined;
  if (from === undefined) throw new ConfigError('MAIL_FROM is required with SMTP_URL');
  const login = secretOf(
    environment,
    'SMTP_LOGIN',
    (value) => /^[^:]+:.+$/.test(value),
    (variable) => new ConfigError(`${variable} must be <user>:<password>`),
  );
  return { url, from, login, mayBePlain: isThisMachine(new URL(url).hostname) };
}

function gatewayOf(
  url: string | undefined,
  environment: Environment,
): NonNullable<ProviderSettings['gateway']> {
  const providerSecret = secret(environment, 'PROVIDER_SECRET');
  const webhookSecret = secret(environment, 'WEBHOOK_SECRET');
  if (!url || !providerSecret || !webhookSecret)
    throw new ConfigError(
      'PROVIDER_URL, PROVIDER_SECRET and WEBHOOK_SECRET are required outside the sandbox, unless PAYMENT_PROVIDER and PAYOUT_PROVIDER select others and SMS_REQUEST is set',
    );
  return { name: 'gateway', url: url.replace(/\/+$/, ''), secret: providerSecret, webhookSecret };
}

/** `A, B and C`: what a provider needs. */
function requiredNames({ settings }: ProviderDefinition): string {
  const names = Object.keys(settings).filter((name) => settings[name]?.kind !== 'address');
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');
}

/** A provider's settings from the environment; undefined if one is missing. Throws ConfigError for one that is wrong. */
function settingsOf({ settings }: ProviderDefinition, environment: Environment): SettingValues | undefined {
  const values = Object.entries(settings).map(
    ([name, setting]) => [name, settingOf(name, setting, environment)] as const,
  );
  return values.some(([, value]) => value === undefined)
    ? undefined
    : (Object.fromEntries(values) as SettingValues);
}

function settingOf(
  name: string,
  setting: ProviderSetting,
  environment: Environment,
): Secret | string | undefined {
  if (setting.kind === 'secret') return secret(environment, name);
  const text = environment[name];
  if (setting.kind === 'address') {
    if (!v.is(httpAddress.schema, text)) throw new ConfigError(`${name} must be ${httpAddress.mustBe}`);
    return (text ?? setting.default).replace(/\/+$/, '');
  }
  if (text !== undefined && !setting.pattern.test(text))
    throw new ConfigError(`${name} must be ${setting.form}`);
  return text;
}

/** The addresses of the providers that are set up, by their settings' names. */
export function providerAddresses({ others }: Pick<ProviderSettings, 'others'>): ReadonlyMap<string, string> {
  return new Map(
    providers.flatMap(({ name, settings }) =>
      Object.entries(others.get(name) ?? {}).flatMap(([setting, value]) =>
        settings[setting]?.kind === 'address' && typeof value === 'string' ? [[setting, value] as const] : [],
      ),
    ),
  );
}

/**
 * Reads how text messages are sent. The setting contains the provider's secret, so it may be in a file, and changes to that
 * file apply while the server runs.
 */
function smsRequests(text: string | undefined, file: string | undefined): ProviderSettings['sms'] {
  if (file !== undefined) {
    try {
      return watchedFile(file, (content) => smsRequest('SMS_REQUEST_FILE', content));
    } catch (error) {
      throw error instanceof ConfigError ? error : new ConfigError('SMS_REQUEST_FILE cannot be read');
    }
  }
  if (text === undefined) return undefined;
  const request = smsRequest('SMS_REQUEST', text);
  return () => request;
}

function smsRequest(name: string, value: string): SmsRequest {
  let json: unknown;
  try {
    json = JSON.parse(value);
  } catch {
    throw new ConfigError(`${name} is not JSON`);
  }
  const parsed = v.safeParse(smsRequestSchema, json);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new ConfigError(`${name}: ${v.getDotPath(issue) ?? 'the text'} ${issue.message}`);
  }
  const [placeholder] = unknownPlaceholders(parsed.output);
  if (placeholder !== undefined) throw new ConfigError(`${name} uses {{${placeholder}}}, which has no value`);
  return parsed.output;
}
