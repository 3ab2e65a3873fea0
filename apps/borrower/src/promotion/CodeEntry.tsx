import type { PlainForm } from '@hiram/visitor-pages/promotion-facts';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Entry } from './Entry.tsx';
import css from './Promotion.module.css';
import type { LivePromotionForm } from './usePromotionForm.ts';

interface CodeEntryProps {
  readonly live: LivePromotionForm;
  readonly plain: PlainForm | undefined;
  readonly value: string | undefined;
  readonly problem: string | undefined;
}

/** The code of the text message, and the button that sends it. */
export function CodeEntry({ live, plain, value, problem }: CodeEntryProps): ReactNode {
  const { t } = useLingui();
  return (
    <Entry
      name="smsCode"
      label={t`SMS code`}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      digits
      value={value}
      problem={problem}
      below={
        live.isOfCode ? (
          <p className={css.note} role="status">
            {live.said}
          </p>
        ) : null
      }
      aside={
        <button
          type="submit"
          name="do"
          value="code"
          className={css.code}
          aria-busy={live.sending}
          onClick={(event) => {
            if (plain) return;
            event.preventDefault();
            live.sendCode();
          }}
        >
          {live.seconds > 0 ? t`${live.seconds} s` : t({ id: 'code.get', message: 'Get code' })}
        </button>
      }
    />
  );
}
