import * as v from 'valibot';
import { type Secret, secretOf } from '../platform/crypto/secrets.ts';
import { ConfigError } from '../platform/errors/config-error.ts';
import { watchedFile } from '../platform/files/changing-file.ts';
import type { ProviderDefinition, ProviderSetting, SettingValues } from '../providers/define-provider.ts';
import { type SmsRequest, smsRequestSchema, unknownPlaceholders } from '../providers/http-sms/http-sms.ts';
import type { CheckSettings } from '../providers/outside-checks/ask-signed.ts';
import { gatewayName, type ProviderSettings, providers } from '../providers/providers.ts';
import { isThisMachine } from './this-machine.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const providerNames = () => [gatewayName, ...providers.map(({ name }) => name)];
const providerName = v.optional(
  v.pipe(
    v.string(),
    v.check((name) => providerNames().includes(name)),
  ),
  gatewayName,
);
const address = v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//));
export const providerSchema = v.object({
  PAYMENT_PROVIDER: providerName,
  PAYOUT_PROVIDER: providerName,
  PROVIDER_URL: v.optional(address),
  IDENTITY_URL: v.optional(address),
  BUREAU_URL: v.optional(address),
  SCREENING_URL: v.optional(address),
  PUSH_URL: v.optional(address),
  SCORER_URL: v.optional(address),
  SCORER_TIMEOUT_SECONDS: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,2}$/), v.transform(Number), v.minValue(1), v.maxValue(20)),
    '5',
  ),
  SMS_REQUEST: v.optional(v.pipe(v.string(), v.minLength(2))),
  SMS_REQUEST_FILE: v.optional(v.pipe(v.string(), v.minLength(1))),
  SMTP_URL: v.optional(v.pipe(v.string(), v.url(), v.regex(/^smtps?:\/\/[^/@?#]+\/?$/))),
  MAIL_FROM: v.optional(v.pipe(v.string(), v.email())),
});

export const providerMeanings: Readonly<Record<string, string>> = {
  PAYMENT_PROVIDER: providerNames().join(', '),
  PAYOUT_PROVIDER: providerNames().join(', '),
  PROVIDER_URL: 'an http or https address',
  IDENTITY_URL: 'an http or https address',
  BUREAU_URL: 'an http or https address',
  SCREENING_URL: 'an http or https address',
  PUSH_URL: 'an http or https address',
  SCORER_URL: 'an http or https address',
  SCORER_TIMEOUT_SECONDS: 'a number of seconds from 1 to 20',
  SMTP_URL: 'smtps://host:port or smtp://host:port, without a login',
  MAIL_FROM: 'an address of electronic mail',
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
  const parsed = v.safeParse(providerSchema, environment);
  if (!parsed.success) {
    const name = v.getDotPath(parsed.issues[0]) ?? 'the environment';
    throw new ConfigError(`${name} must be ${providerMeanings[name] ?? 'valid'}`);
  }
  const env = parsed.output;
  const [payment, payout] = [env.PAYMENT_PROVIDER, env.PAYOUT_PROVIDER];
  const isNamed = (name: string) => payment === name || payout === name;
  const sms = smsRequests(env.SMS_REQUEST, env.SMS_REQUEST_FILE);
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
    if (text !== undefined && !v.is(address, text))
      throw new ConfigError(`${name} must be an http or https address`);
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
