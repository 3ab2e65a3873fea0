import type { PromotionField } from '@hiram/visitor-pages/promotion-facts';
import type { RefObject } from 'react';
import type { PromotionActions } from './actions.ts';
import { dropToken, type RegistrationToken, saveToken } from './registration-token.ts';
import type { Captcha } from './useCaptcha.ts';
import type { useOneAction } from './useOneAction.ts';
import type { useTypedFields } from './useTypedFields.ts';
import type { PromotionWords } from './words.ts';

/** PROM-10: seconds before another code can be sent. */
const resendSeconds = 60;
/** Milliseconds for which "registered" is shown before the download page opens. */
const farewellMs = 1_200;

/** The form's fields by the names of the calls' fields. */
const fieldOfCall: Readonly<Record<string, PromotionField>> = {
  phone: 'mobile',
  captchaText: 'imgValidate',
  smsCode: 'smsCode',
  inviteCode: 'invite_code',
};

/** The state on which the form's actions work. Without `actions` the page's scripts have not loaded. */
export interface FormState {
  readonly actions: PromotionActions | undefined;
  readonly words: PromotionWords;
  readonly fields: ReturnType<typeof useTypedFields>;
  readonly captcha: Captcha;
  /** The token of the number that a code was sent to. */
  readonly token: RefObject<RegistrationToken | undefined>;
  readonly run: ReturnType<typeof useOneAction>['run'];
}

/** PROM-08: loading a new picture by a tap requires a mobile number; automatic loading does not. */
export function refreshByTap({ fields, captcha, words, run }: FormState): void {
  if (!fields.isMobile(fields.values().mobile)) {
    fields.showProblem('mobile', words.wrong.mobile);
    return;
  }
  fields.setProblem(undefined);
  void run('working', async () => {
    fields.fill('imgValidate', '');
    await captcha.refresh();
  });
}

/** PROM-16: a wrong captcha loads a new picture; every other rejection shows its message. */
async function showRejection(
  { fields, captcha, token }: FormState,
  answer: { readonly code: string; readonly message: string; readonly field?: string },
  wrongCaptcha: string,
): Promise<void> {
  if (answer.code === wrongCaptcha) {
    fields.fill('imgValidate', '');
    token.current = undefined;
    dropToken();
    await captcha.refresh();
    return fields.showProblem('imgValidate', answer.message);
  }
  const field = fieldOfCall[answer.field ?? ''];
  if (field) return fields.showProblem(field, answer.message);
  fields.setMessage(answer.message);
}

/** Sends a code to the typed number. `startCountdown` starts the seconds until another can be sent. */
export function sendCode(state: FormState, startCountdown: (seconds: number) => void): void {
  const { actions, words, fields, token, run } = state;
  const typed = fields.checked(['mobile', 'imgValidate']);
  if (!typed || !actions) return;
  void run('sending', async () => {
    actions.clicked(typed.mobile);
    const visitorId = await actions.visitorId();
    const answer = await actions.sendCode({ phone: typed.mobile, captchaText: typed.imgValidate, visitorId });
    if (!answer.ok && answer.seconds !== undefined) {
      // A code is on its way already, also after a reload: the button counts until the next one.
      startCountdown(answer.seconds);
      return fields.setMessage(answer.message);
    }
    if (!answer.ok) return showRejection(state, answer, '101');
    token.current = { phone: typed.mobile, visitorId };
    saveToken(token.current);
    fields.setMessage(words.sent);
    startCountdown(resendSeconds);
    fields.focus('smsCode');
  });
}

/** Registers the typed number, then opens the download page. */
export function register(state: FormState, templateId: string): void {
  const { actions, words, fields, token, run } = state;
  const saved = token.current?.phone === fields.values().mobile ? token.current : undefined;
  // The captcha matters for the code alone: whoever has the number's token does not solve another.
  const typed = fields.checked(saved ? ['mobile', 'smsCode'] : ['mobile', 'imgValidate', 'smsCode']);
  if (!typed || !actions) return;
  void run('registering', async () => {
    actions.clicked(typed.mobile);
    const answer = await actions.register({
      phone: typed.mobile,
      captchaText: typed.imgValidate,
      visitorId: saved?.visitorId ?? (await actions.visitorId()),
      smsCode: typed.smsCode,
      inviteCode: typed.invite_code,
      templateId: templateId,
    });
    if (!answer.ok && answer.code !== '11') return showRejection(state, answer, '-1');
    dropToken();
    fields.setMessage(answer.ok ? words.registered : words.known);
    setTimeout(() => actions.download(), farewellMs);
  });
}

/** Solves a proof-of-work challenge instead of the captcha. */
export function workItOut({ actions, fields, run }: FormState): void {
  if (!actions) return;
  void run('working', async () => {
    const answer = await actions.solveChallenge(await actions.visitorId());
    if (!answer.ok) return fields.setMessage(answer.message);
    fields.fill('imgValidate', answer.data.captchaText);
    fields.setProblem(undefined);
    fields.setMessage(undefined);
  });
}
