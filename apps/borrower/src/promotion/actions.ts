import type { ChannelTemplate } from '@hiram/contract/promotion';
import type { CallResult } from '../net/transport/call-result.ts';

/** The page's requests to the server; each adds the visitor's attribution. */
export interface PromotionActions {
  /** The landing page's configuration (PROM-01): `unknown` if its id does not exist, undefined if no answer came. */
  template(): Promise<ChannelTemplate | 'unknown' | undefined>;
  /** The visitor's id, the same until the page is left (PROM-03). */
  visitorId(): Promise<string>;
  captchaUrl(visitorId: string): string;
  clicked(phone: string): void;
  sendCode(values: { phone: string; captchaText: string; visitorId: string }): Promise<CallResult<unknown>>;
  register(values: {
    phone: string;
    captchaText: string;
    visitorId: string;
    smsCode: string;
    inviteCode: string;
    templateId: string;
  }): Promise<CallResult<unknown>>;
  /**
   * Solves a proof-of-work challenge for a visitor who cannot see the picture. Returns the captcha's answer or a
   * rejection.
   */
  solveChallenge(visitorId: string): Promise<CallResult<{ captchaText: string }>>;
  download(): void;
}
