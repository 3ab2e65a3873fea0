import type { Secret } from '../platform/crypto/secrets.ts';
import type { CardPort } from './ports/card.ts';
import type { PaymentPort } from './ports/payment.ts';
import type { PayoutPort } from './ports/payout.ts';
import type { StatementPort } from './ports/statement.ts';
import type { WebhookReader } from './ports/webhook.ts';

/** A provider as the server uses it: what it collects and pays out with, and what it reads the provider's messages with. */
export interface Provider {
  readonly payment: PaymentPort;
  readonly payout: PayoutPort;
  readonly webhooks: WebhookReader;
  /** The provider's list of payments, against which the books are reconciled. */
  readonly statement?: StatementPort;
  /** Debit cards that the provider stores. */
  readonly card?: CardPort;
}

/** An environment variable. `meaning`: what it is, for docs/settings.md. */
export type ProviderSetting =
  /** At least 16 characters, several values for a rotation, or a file: `<NAME>_FILE`. */
  | { readonly kind: 'secret'; readonly meaning: string }
  /** An http or https address; outside the sandbox https alone. */
  | { readonly kind: 'address'; readonly meaning: string; readonly default: string }
  /** A text of this pattern. `form`: what it must be, in words. */
  | { readonly kind: 'text'; readonly meaning: string; readonly pattern: RegExp; readonly form: string };

type Settings = Readonly<Record<string, ProviderSetting>>;

/** The values of a provider's settings, as the environment gives them. */
export type SettingValues<Declared extends Settings = Settings> = {
  readonly [Name in keyof Declared]: Declared[Name] extends { readonly kind: 'secret' } ? Secret : string;
};

export interface ProviderDefinition<Declared extends Settings = Settings> {
  /** The name in `PAYMENT_PROVIDER`, `PAYOUT_PROVIDER` and a brand's `via`. */
  readonly name: string;
  /** The countries (ISO 3166) and currencies (ISO 4217) of the brands that it serves. */
  readonly countries: readonly string[];
  readonly currencies: readonly string[];
  readonly settings: Declared;
  /** Makes the ports. `now` is the server's clock. It sends nothing yet. */
  connect(settings: SettingValues<Declared>, tools: { readonly now: () => Date }): Provider;
}

/** Declares a provider. Its folder's `index.ts` exports it, and `providers.ts` lists it. */
export function defineProvider<const Declared extends Settings>(
  definition: ProviderDefinition<Declared>,
): ProviderDefinition {
  return {
    ...definition,
    connect: (values, tools) => definition.connect(values as SettingValues<Declared>, tools),
  };
}
