import type { ChannelTemplate } from '@hiram/contract/promotion';
import type { CallResult } from '../net/client.ts';

/** The page's requests to the server; each adds the visitor's attribution. */
export interface PromotionActions {
  /** The landing page's configuration (PROM-01): `unknown` if its id does not exist, undefined if no answer came. */
  template(): Promise<ChannelTemplate | 'unknown' | undefined>;
  /** The visitor's session id, the same until the page is left (PROM-03). */
  sid(): Promise<string>;
  captchaUrl(sid: string): string;
  clicked(phone: string): void;
  sendCode(values: { phone: string; capcode: string; sid: string }): Promise<CallResult<unknown>>;
  register(values: {
    phone: string;
    capcode: string;
    sid: string;
    smsCode: string;
    invite_code: string;
    id: string;
  }): Promise<CallResult<unknown>>;
  /**
   * Solves a proof-of-work challenge for a visitor who cannot see the picture. Returns the captcha's answer or a
   * rejection.
   */
  solveChallenge(sid: string): Promise<CallResult<{ capcode: string }>>;
  download(): void;
}
