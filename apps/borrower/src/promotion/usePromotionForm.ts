import type { PromotionFacts } from '@hiram/visitor-pages/promotion-facts';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useCountdown } from '../kit/runtime/useCountdown.ts';
import type { PromotionActions } from './actions.ts';
import { type FormState, refreshByTap, register, sendCode, workItOut } from './form-actions.ts';
import { type RegistrationToken, savedToken } from './registration-token.ts';
import { useCaptcha } from './useCaptcha.ts';
import { useOneAction } from './useOneAction.ts';
import { useTypedFields } from './useTypedFields.ts';
import { usePromotionWords } from './words.ts';

interface PromotionFormOptions {
  readonly facts: PromotionFacts;
  readonly templateId: string;
  readonly actions: PromotionActions | undefined;
  readonly form: RefObject<HTMLFormElement | null>;
}

export type LivePromotionForm = ReturnType<typeof usePromotionForm>;

/**
 * The form's state and actions once its scripts have loaded. Values stay in the inputs and are read when a button is
 * tapped.
 */
export function usePromotionForm({ facts, templateId, actions, form }: PromotionFormOptions) {
  const words = usePromotionWords();
  const fields = useTypedFields(form, facts, words);
  const { setMessage } = fields;
  const showOffline = useCallback(() => setMessage(words.offline), [words, setMessage]);
  const captcha = useCaptcha(actions, showOffline);
  const { busy, run } = useOneAction(showOffline);
  const [seconds, startCountdown] = useCountdown();
  const token = useRef<RegistrationToken | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after a reload
  useEffect(() => {
    token.current = savedToken();
    if (token.current && fields.values().mobile === '') fields.fill('mobile', token.current.phone);
  }, []);
  const state: FormState = { actions, words, fields, captcha, token, run };
  return {
    problem: fields.problem,
    said: fields.message,
    /** It is about the code, and stands at its field. */
    isOfCode: fields.message === words.sent || fields.message === words.wait,
    seconds,
    captchaUrl: captcha.url,
    sending: busy === 'sending',
    registering: busy === 'registering',
    working: busy === 'working',
    sendCode: () => (seconds > 0 ? setMessage(words.wait) : sendCode(state, startCountdown)),
    register: () => register(state, templateId),
    refreshByTap: () => refreshByTap(state),
    workItOut: () => workItOut(state),
  };
}
