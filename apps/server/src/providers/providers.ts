import { institutionsOf } from '../brands/markets/institutions.ts';
import type { Secret } from '../platform/crypto/secrets.ts';
import { Unavailable } from '../platform/errors/rejection.ts';
import type { CardPort } from './card.ts';
import { withScorer } from './decision.ts';
import { gatewayPorts } from './gateway/gateway.ts';
import { gatewayWebhooks } from './gateway/webhooks.ts';
import { httpScorer, type ScorerSettings } from './http-scorer/http-scorer.ts';
import { httpSms, type SmsRequest } from './http-sms/http-sms.ts';
import type { PaymentPort } from './payment.ts';
import { type PaymongoSettings, paymongoClient } from './paymongo/client.ts';
import { paymongoPayments } from './paymongo/payments.ts';
import { paymongoStatement } from './paymongo/statement.ts';
import { paymongoTransfers } from './paymongo/transfers.ts';
import { paymongoWebhooks } from './paymongo/webhooks.ts';
import type { PayoutPort } from './payout.ts';
import type { Ports } from './ports.ts';
import type { StatementPort } from './statement.ts';
import type { WebhookReader } from './webhook.ts';
import { type XenditSettings, xenditClient } from './xendit/client.ts';
import { xenditPayments } from './xendit/payments.ts';
import { xenditPayouts } from './xendit/payouts.ts';
import { xenditStatement } from './xendit/statement.ts';
import { xenditWebhooks } from './xendit/webhooks.ts';

/** Providers that collect and pay out. `gateway` is any server with the protocol of the sandbox's provider. */
export const providerNames = ['gateway', 'xendit', 'paymongo'] as const;
export type ProviderName = (typeof providerNames)[number];

export interface GatewaySettings {
  readonly name: 'sandbox' | 'gateway';
  readonly url: string;
  readonly secret: Secret;
  readonly webhookSecret: Secret;
}

/** The settings of each provider; undefined for those that are not set up. */
export interface ProviderSettings {
  readonly payment: ProviderName;
  readonly payout: ProviderName;
  readonly gateway: GatewaySettings | undefined;
  readonly xendit: XenditSettings | undefined;
  readonly paymongo: PaymongoSettings | undefined;
  /** The request that sends a text, called for every message; undefined: the gateway sends them. */
  readonly sms: (() => SmsRequest) | undefined;
  /** The lender's scorer of applications; without one the built-in policy decides alone. */
  readonly scorer: ScorerSettings | undefined;
}

export interface ConnectedProviders {
  readonly ports: Omit<Ports, 'files'>;
  readonly webhooks: ReadonlyMap<string, WebhookReader>;
}

interface Provider {
  readonly payment: PaymentPort;
  readonly payout: PayoutPort;
  readonly webhooks: WebhookReader;
  readonly statement?: StatementPort;
}

/** Only a gateway accepts debit cards. */
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
  const { gateway, xendit, paymongo } = settings;
  const peer = gateway && gatewayPorts(gateway.name, gateway.url, gateway.secret);
  const connected: Partial<Record<ProviderName, Provider>> = {
    ...(gateway && peer
      ? { gateway: { ...peer, webhooks: gatewayWebhooks(gateway.name, gateway.webhookSecret) } }
      : {}),
    ...(xendit ? { xendit: connectXendit(xendit) } : {}),
    ...(paymongo ? { paymongo: connectPaymongo(paymongo, now) } : {}),
  };
  const providerOf = (name: ProviderName): Provider => {
    const provider = connected[name];
    if (!provider) throw new Error(`${name} is selected but not configured`);
    return provider;
  };
  const sms = settings.sms ? httpSms(settings.sms) : peer?.sms;
  if (!sms) throw new Error('no provider for text messages is configured');
  const active = new Set([providerOf(settings.payment), providerOf(settings.payout)]);
  return {
    ports: {
      decision: withScorer(settings.scorer && httpScorer(settings.scorer, now)),
      payment: providerOf(settings.payment).payment,
      payout: providerOf(settings.payout).payout,
      payouts: new Map(Object.values(connected).map(({ payout }) => [payout.name, payout])),
      card: settings.payment === 'gateway' && peer ? peer.card : noCards,
      sms,
      payments: new Map(
        Object.values(connected).flatMap(({ statement }) => (statement ? [[statement.name, statement]] : [])),
      ),
      statements: [...active].flatMap(({ statement }) => (statement ? [statement] : [])),
    },
    // A provider that is no longer chosen may still send webhooks about earlier payments, so all that are set up are
    // read.
    webhooks: new Map(Object.values(connected).map(({ webhooks }) => [webhooks.provider, webhooks])),
  };
}

function connectXendit(settings: XenditSettings): Provider {
  const ask = xenditClient(settings);
  return {
    payment: xenditPayments(ask),
    payout: xenditPayouts(ask),
    webhooks: xenditWebhooks(ask, settings.callbackToken),
    statement: xenditStatement(ask),
  };
}

function connectPaymongo(settings: PaymongoSettings, now: () => Date): Provider {
  const ask = paymongoClient(settings);
  const railsOf = (bic: string) => institutionsOf('PH').find((institution) => institution.bic === bic);
  return {
    payment: paymongoPayments(ask, now),
    payout: paymongoTransfers(ask, settings, railsOf, now),
    webhooks: paymongoWebhooks(ask, settings),
    statement: paymongoStatement(ask),
  };
}
