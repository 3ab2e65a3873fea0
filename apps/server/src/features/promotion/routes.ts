import * as calls from '@hiram/contract/promotion';
import type { Server } from '../../api/serve.ts';
import { requestChallenge, solveChallenge } from './captcha-challenge.ts';
import { showTemplate } from './channel-template.ts';
import { createPromotion, type Promotion } from './promotion.ts';
import { register } from './registration.ts';
import { textCode } from './send-code.ts';
import { trackClick, trackVisit } from './tracking.ts';
import { startVisitor } from './visitor.ts';

/** Landing pages, attribution of visitors, and registration. No session is needed; no answer reveals who is a borrower. */
export function promotionRoutes({ serveOpen, appContext }: Server): Promotion {
  const promotion = createPromotion(appContext);
  serveOpen(calls.getSid, startVisitor);
  serveOpen(calls.channelTemplate, showTemplate(promotion));
  serveOpen(calls.trackVisit, trackVisit(promotion));
  serveOpen(calls.trackClick, trackClick(promotion));
  serveOpen(calls.requestCaptchaChallenge, requestChallenge);
  serveOpen(calls.solveCaptchaChallenge, solveChallenge);
  serveOpen(calls.getSms, textCode(promotion));
  serveOpen(calls.register, register(promotion));
  return promotion;
}
