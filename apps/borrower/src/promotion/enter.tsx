import '../kit/layout/tokens.css';
import {
  channelTemplate,
  getSid,
  getSms,
  register,
  requestCaptchaChallenge,
  solveCaptchaChallenge,
  trackClick,
  trackingNames,
  trackVisit,
} from '@hiram/contract/promotion';
import { fromWire } from '@hiram/contract/wire';
import type { PromotionFacts } from '@hiram/visitor-pages/promotion-facts';
import { readTracking, trackingQuery } from '@hiram/visitor-pages/tracking';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { hydrateRoot } from 'react-dom/client';
import { callContext } from '../app/settings/context.ts';
import { settings } from '../app/settings/settings.ts';
import { cataloguesOf } from '../i18n/catalogues.ts';
import { loadTexts } from '../i18n/i18n.ts';
import { sendCall as send } from '../net/transport/transport.ts';
import type { PromotionActions } from './actions.ts';
import { Promotion } from './Promotion.tsx';

declare global {
  interface Window {
    /** The visitor's session id, requested by the page's first script. */
    hiramSid?: Promise<string | undefined>;
  }
}

const query = new URLSearchParams(location.search);
const tracking = fromWire(trackVisit.input, readTracking(query, trackingNames));
const page = { ...tracking, pageType: '1' as const };
const context = callContext();
const identity = {
  ...(context.deviceId ? { deviceId: context.deviceId } : {}),
  appName: context.appName ?? settings.brand,
};
const { appFrom, userFrom, utmTag } = tracking;
const source = { appFrom, userFrom, utmTag };

/** A failure of attribution must not stop a visitor. */
const ignoreFailure = (call: Promise<unknown>) => void call.catch(() => undefined);

let visitorId: Promise<string> | undefined;

async function requestSid(): Promise<string> {
  // A failure is not final: the next try requests a new one.
  const earlySid = await window.hiramSid?.catch(() => undefined);
  if (earlySid) return earlySid;
  const answer = await send(getSid, {}, context);
  if (!answer.ok) throw new Error(answer.message);
  return answer.data.visitorId;
}

const actions: PromotionActions = {
  async template() {
    const templateId = query.get('templateId')?.slice(0, 64);
    try {
      const answer = await send(channelTemplate, templateId ? { templateId } : {}, context);
      if (answer.ok) return answer.data;
      return answer.field === 'templateId' ? 'unknown' : undefined;
    } catch {
      return undefined; // Keep the page as it was rendered.
    }
  },
  visitorId() {
    visitorId ??= requestSid().catch((error: unknown) => {
      visitorId = undefined;
      throw error;
    });
    return visitorId;
  },
  captchaUrl: (sid) =>
    `${settings.apiBase}/get-captcha?${new URLSearchParams({ sid, t: String(Date.now()) }).toString()}`,
  clicked: (phone) => ignoreFailure(send(trackClick, { ...page, phone: phone.slice(0, 20) }, context)),
  sendCode: (values) => send(getSms, { ...values, ...identity, ...source }, context),
  register: ({ inviteCode, ...values }) =>
    send(
      register,
      {
        ...values,
        ...identity,
        ...source,
        merchantNumber: '0',
        userName: values.phone,
        ...(inviteCode ? { inviteCode } : {}),
      },
      context,
    ),
  async solveChallenge(visitorId) {
    const challenge = await send(requestCaptchaChallenge, { visitorId }, context);
    if (!challenge.ok) return challenge;
    const { solveChallenge } = await import('../net/submit/solve-challenge.ts');
    const nonce = await solveChallenge(challenge.data.challenge, challenge.data.bits);
    return send(solveCaptchaChallenge, { visitorId, nonce }, context);
  },
  download: () => location.assign(`/downloadTemplate?${trackingQuery(query, settings.brand)}`),
};

/** Fills in the invite code of an invitation link. */
function fillInvite(code: string): void {
  const input = document.querySelector<HTMLInputElement>('input[name=invite_code]');
  if (input && input.value === '' && /^[0-9A-Za-z]{1,32}$/.test(code)) {
    input.value = code;
    input.closest('details')?.setAttribute('open', '');
  }
}

async function start(): Promise<void> {
  const root = document.getElementById('root');
  const facts = document.getElementById('facts')?.textContent;
  if (!root || !facts) throw new Error('the document carries no page');
  fillInvite(query.get('invite_code') ?? '');
  const promotionFacts: PromotionFacts = JSON.parse(facts);
  await loadTexts((language) => cataloguesOf('promotion/Promotion.tsx', language));
  hydrateRoot(
    root,
    <I18nProvider i18n={i18n}>
      <Promotion facts={promotionFacts} actions={actions} />
    </I18nProvider>,
  );
  ignoreFailure(send(trackVisit, page, context));
}

start().catch(() => window.hiramBroken?.());
