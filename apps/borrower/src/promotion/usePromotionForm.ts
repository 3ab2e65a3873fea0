import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useCountdown } from '../kit/useCountdown.ts';
import type { PromotionActions } from './actions.ts';
import type { FieldProblem, PromotionFacts, PromotionField, PromotionValues } from './facts.ts';
import { usePromotionWords } from './words.ts';

/** PROM-10: seconds before another code can be sent. */
const resendSeconds = 60;
/** Milliseconds for which "registered" is shown before the download page opens. */
const farewellMs = 1_200;

/** The id of the captcha's picture; the page's first script uses it too. */
export const captchaId = 'captcha';

/**
 * The form's state and actions once its scripts have loaded. Values stay in the inputs and are read when a button is
 * tapped.
 */
export function usePromotionForm({
  facts,
  templateId,
  actions,
  form,
}: {
  readonly facts: PromotionFacts;
  readonly templateId: string;
  readonly actions: PromotionActions | undefined;
  readonly form: RefObject<HTMLFormElement | null>;
}) {
  const words = usePromotionWords();
  const [problem, setProblem] = useState<FieldProblem>();
  const [message, setMessage] = useState<string>();
  const [seconds, startCountdown] = useCountdown();
  const [busy, setBusy] = useState<'sending' | 'registering' | 'working'>();
  const [captchaUrl, setCaptchaUrl] = useState<string>();
  const inFlight = useRef(false);
  /** The captcha of the current code. It stays valid even if another picture has been loaded since. */
  const solved = useRef({ capcode: '', drawnSince: false });

  const input = (field: PromotionField) => {
    const element = form.current?.elements.namedItem(field);
    return element instanceof HTMLInputElement ? element : undefined;
  };
  const values = (): PromotionValues => ({
    mobile: input('mobile')?.value.trim() ?? '',
    imgValidate: input('imgValidate')?.value.trim() ?? '',
    smsCode: input('smsCode')?.value.trim() ?? '',
    invite_code: input('invite_code')?.value.trim() ?? '',
  });
  const showProblem = (field: PromotionField, text: string) => {
    setProblem({ field, text });
    setMessage(undefined);
    input(field)?.focus();
  };
  const isMobile = (typed: string) => new RegExp(facts.mobile.pattern).test(typed.replace(/[\s().-]/g, ''));

  const refresh = useCallback(async () => {
    if (!actions) return;
    setCaptchaUrl(actions.captchaUrl(await actions.sid()));
  }, [actions]);
  // The first picture loads without a tap, unless the page's first script has loaded it.
  useEffect(() => {
    const earlyPicture = document.getElementById(captchaId);
    if (earlyPicture instanceof HTMLImageElement && !earlyPicture.src.startsWith('data:')) return;
    refresh().catch(() => setMessage(words.offline));
  }, [refresh, words]);

  /** PROM-08: loading a new picture by a tap requires a mobile number; automatic loading does not. */
  const refreshByTap = () => {
    if (!isMobile(values().mobile)) return showProblem('mobile', words.wrong.mobile);
    setProblem(undefined);
    void run('working', async () => {
      forgetCaptcha();
      solved.current.drawnSince = true;
      await refresh();
    });
  };

  const forgetCaptcha = () => {
    const typed = input('imgValidate');
    if (typed) typed.value = '';
  };

  /** One action at a time: a second tap is ignored. */
  async function run(
    action: 'sending' | 'registering' | 'working',
    work: () => Promise<void>,
  ): Promise<void> {
    if (inFlight.current) return;
    inFlight.current = true;
    setBusy(action);
    try {
      await work();
    } catch {
      setMessage(words.offline);
    } finally {
      inFlight.current = false;
      setBusy(undefined);
    }
  }

  /** PROM-16: a wrong captcha loads a new picture; every other rejection shows its message. */
  async function refused(answer: { code: string; message: string; field?: string }, wrongCaptcha: string) {
    if (answer.code === wrongCaptcha) {
      forgetCaptcha();
      solved.current = { capcode: '', drawnSince: false };
      await refresh();
      return showProblem('imgValidate', answer.message);
    }
    const fields: Readonly<Record<string, PromotionField>> = {
      phone: 'mobile',
      capcode: 'imgValidate',
      smsCode: 'smsCode',
      invite_code: 'invite_code',
    };
    const field = fields[answer.field ?? ''];
    if (field) return showProblem(field, answer.message);
    setMessage(answer.message);
  }

  /** Checks the fields before a code is sent and reports the first wrong one. */
  function checked(fields: readonly ('mobile' | 'imgValidate' | 'smsCode')[]): PromotionValues | undefined {
    const typed = values();
    const invalidField = fields.find((field) =>
      field === 'mobile' ? !isMobile(typed.mobile) : typed[field] === '',
    );
    if (!invalidField) {
      setProblem(undefined);
      return typed;
    }
    showProblem(invalidField, words.wrong[invalidField]);
    return undefined;
  }

  const sendCode = () => {
    if (seconds > 0) return setMessage(words.wait);
    const typed = checked(['mobile', 'imgValidate']);
    if (!typed || !actions) return;
    void run('sending', async () => {
      actions.clicked(typed.mobile);
      const sid = await actions.sid();
      const answer = await actions.sendCode({ phone: typed.mobile, capcode: typed.imgValidate, sid });
      if (!answer.ok) return refused(answer, '101');
      solved.current = { capcode: typed.imgValidate, drawnSince: false };
      setMessage(words.sent);
      startCountdown(resendSeconds);
      input('smsCode')?.focus();
    });
  };

  const register = () => {
    const { capcode, drawnSince } = solved.current;
    const reusedCapcode = capcode !== '' && (drawnSince || values().imgValidate === '') ? capcode : undefined;
    const typed = checked(
      reusedCapcode === undefined ? ['mobile', 'imgValidate', 'smsCode'] : ['mobile', 'smsCode'],
    );
    if (!typed || !actions) return;
    void run('registering', async () => {
      actions.clicked(typed.mobile);
      const answer = await actions.register({
        phone: typed.mobile,
        capcode: reusedCapcode ?? typed.imgValidate,
        sid: await actions.sid(),
        smsCode: typed.smsCode,
        invite_code: typed.invite_code,
        id: templateId,
      });
      if (!answer.ok && answer.code !== '11') return refused(answer, '-1');
      setMessage(answer.ok ? words.registered : words.known);
      setTimeout(() => actions.download(), farewellMs);
    });
  };

  const workItOut = () => {
    if (!actions) return;
    void run('working', async () => {
      const answer = await actions.solveChallenge(await actions.sid());
      if (!answer.ok) return setMessage(answer.message);
      const typed = input('imgValidate');
      if (typed) typed.value = answer.data.capcode;
      setProblem(undefined);
      setMessage(undefined);
    });
  };

  return {
    problem,
    said: message,
    seconds,
    captchaUrl,
    sending: busy === 'sending',
    registering: busy === 'registering',
    working: busy === 'working',
    sendCode,
    register,
    refreshByTap,
    workItOut,
  };
}
