import type {
  FieldProblem,
  PromotionFacts,
  PromotionField,
  PromotionValues,
} from '@hiram/visitor-pages/promotion-facts';
import { type RefObject, useState } from 'react';
import type { PromotionWords } from './words.ts';

type CheckedField = 'mobile' | 'imgValidate' | 'smsCode';

/** The typed values, which stay in the inputs, and what the form says about them. */
export function useTypedFields(
  form: RefObject<HTMLFormElement | null>,
  facts: PromotionFacts,
  words: PromotionWords,
) {
  const [problem, setProblem] = useState<FieldProblem>();
  const [message, setMessage] = useState<string>();

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
  const fill = (field: PromotionField, value: string) => {
    const element = input(field);
    if (element) element.value = value;
  };
  const focus = (field: PromotionField) => input(field)?.focus();
  const showProblem = (field: PromotionField, text: string) => {
    setProblem({ field, text });
    setMessage(undefined);
    focus(field);
  };
  const isMobile = (typed: string) => new RegExp(facts.mobile.pattern).test(typed.replace(/[\s().-]/g, ''));

  /** The typed values; undefined if one of the fields is wrong: the first such field says so. */
  const checked = (fields: readonly CheckedField[]): PromotionValues | undefined => {
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
  };

  return { problem, message, setProblem, setMessage, values, fill, focus, showProblem, isMobile, checked };
}
