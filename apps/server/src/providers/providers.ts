import type { Secret } from '../platform/crypto/secrets.ts';
import { Unavailable } from '../platform/errors/rejection.ts';
import type { Provider, ProviderDefinition, SettingValues } from './define-provider.ts';
import { gatewayPorts } from './gateway/gateway.ts';
import { gatewayWebhooks } from './gateway/webhooks.ts';
import { httpPush } from './http-push/http-push.ts';
import { receiptProvider, receiptWebhooks } from './http-push/receipts.ts';
import { httpScorer, type ScorerSettings } from './http-scorer/http-scorer.ts';
import { httpSms, type SmsRequest } from './http-sms/http-sms.ts';
import type { CheckSettings } from './outside-checks/ask-signed.ts';
import { httpBureau } from './outside-checks/http-bureau.ts';
import { httpIdentity } from './outside-checks/http-identity.ts';
import { httpScreening } from './outside-checks/http-screening.ts';
import { paymongo } from './paymongo/index.ts';
import type { CardPort } from './ports/card.ts';
import type { Ports } from './ports/ports.ts';
import type { WebhookReader } from './ports/webhook.ts';
import { type SmtpSettings, smtpMail } from './smtp/smtp.ts';
import { xendit } from './xendit/index.ts';

/** The providers that collect and pay out, besides the gateway. A new one is a folder and a line here. */
export const providers: readonly ProviderDefinition[] = [xendit, paymongo];

/** `gateway` is any server with the protocol of the sandbox's provider (docs/gateway.md). */
export const gatewayName = 'gateway';

interface GatewaySettings {
  readonly name: 'sandbox' | 'gateway';
  readonly url: string;
  readonly secret: Secret;
  readonly webhookSecret: Secret;
}

/** The providers that collect, pay out and send texts, and their settings. */
export interface ProviderSettings {
  readonly payment: string;
  readonly payout: string;
  readonly gateway: GatewaySettings | undefined;
  /** The settings of the providers that are set up, by name. */
  readonly others: ReadonlyMap<string, SettingValues>;
  /** The request that sends a text, called for every message; undefined: the gateway sends them. */
  readonly sms: (() => SmsRequest) | undefined;
  /** The lender's mail server; undefined: no mail is sent, but to the sandbox's mailbox. */
  readonly mail: SmtpSettings | undefined;
  /** The lender's scorer of applications; without one the credit policy decides alone. */
  readonly scorer: ScorerSettings | undefined;
  /** The lender's identity service, credit bureau and screening service; undefined: not asked. */
  readonly identity: CheckSettings | undefined;
  readonly bureau: CheckSettings | undefined;
  readonly screening: CheckSettings | undefined;
  /** The lender's app server, which pushes messages; undefined: none. It reports receipts of all channels. */
  readonly push: CheckSettings | undefined;
}

export interface ConnectedProviders {
  readonly ports: Omit<Ports, 'files'>;
  readonly webhooks: ReadonlyMap<string, WebhookReader>;
}

/** Stands for a provider that accepts no debit cards. */
const noCards: CardPort = {
  name: 'none',
  tokenise: () => Promise.reject(new Unavailable('no provider accepts cards')),
  charge: () => Promise.reject(new Unavailable('no provider accepts cards')),
  sendCode: () => Promise.reject(new Unavailable('no provider accepts cards')),
  confirm: () => Promise.reject(new Unavailable('no provider accepts cards')),
};

/**
 * Connects the chosen providers, each for its role. Throws if a chosen provider has no settings, which the configuration has
 * checked already.
 */
export function connectProviders(settings: ProviderSettings, now: () => Date): ConnectedProviders {
  const { gateway, others } = settings;
  const peer = gateway && gatewayPorts(gateway.name, gateway.url, gateway.secret);
  const connected = new Map<string, Provider>();
  if (gateway && peer)
    connected.set(gatewayName, { ...peer, webhooks: gatewayWebhooks(gateway.name, gateway.webhookSecret) });
  for (const provider of providers) {
    const values = others.get(provider.name);
    if (values) connected.set(provider.name, provider.connect(values, { now }));
  }
  const providerOf = (name: string): Provider => {
    const provider = connected.get(name);
    if (!provider) throw new Error(`${name} is selected but not configured`);
    return provider;
  };
  const sms = settings.sms ? httpSms(settings.sms) : peer?.sms;
  if (!sms) throw new Error('no provider for text messages is configured');
  const active = new Set([providerOf(settings.payment), providerOf(settings.payout)]);
  return {
    ports: {
      scorer: settings.scorer && httpScorer(settings.scorer, now),
      identity: settings.identity && httpIdentity(settings.identity, now),
      bureau: settings.bureau && httpBureau(settings.bureau, now),
      screening: settings.screening && httpScreening(settings.screening, now),
      payment: providerOf(settings.payment).payment,
      payout: providerOf(settings.payout).payout,
      payouts: new Map([...connected.values()].map(({ payout }) => [payout.name, payout])),
      push: settings.push && httpPush(settings.push, now),
      card: providerOf(settings.payment).card ?? noCards,
      sms,
      mail: settings.mail ? smtpMail(settings.mail) : peer?.mail,
      payments: new Map(
        [...connected.values()].flatMap(({ statement }) => (statement ? [[statement.name, statement]] : [])),
      ),
      statements: [...active].flatMap(({ statement }) => (statement ? [statement] : [])),
    },
    // A provider that is no longer chosen may still send webhooks about earlier payments, so all that are set up are
    // read.
    webhooks: new Map([
      ...[...connected.values()].map(({ webhooks }) => [webhooks.provider, webhooks] as const),
      ...(settings.push ? [[receiptProvider, receiptWebhooks(settings.push.secret)] as const] : []),
    ]),
  };
}
