import type { ChannelTemplate } from '@hiram/contract/promotion';
import type { Answered } from '../net/client.ts';

/** What the page asks of the server; the visitor's own source is added on the way. */
export interface PromotionActions {
  /** The landing page's configuration (PROM-01); `unknown` where its id is none, undefined where no answer comes. */
  template(): Promise<ChannelTemplate | 'unknown' | undefined>;
  /** The visitor's number; the same until the page is left (PROM-03). */
  sid(): Promise<string>;
  captchaUrl(sid: string): string;
  clicked(phone: string): void;
  sendCode(values: { phone: string; capcode: string; sid: string }): Promise<Answered<unknown>>;
  register(values: {
    phone: string;
    capcode: string;
    sid: string;
    smsCode: string;
    invite_code: string;
    id: string;
  }): Promise<Answered<unknown>>;
  /** Works out the sum for whoever cannot see the picture: a captcha's answer, or why not. */
  workOut(sid: string): Promise<Answered<{ capcode: string }>>;
  download(): void;
}
