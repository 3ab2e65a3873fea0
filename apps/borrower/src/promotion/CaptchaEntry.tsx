import type { PlainForm } from '@hiram/visitor-pages/promotion-facts';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Entry } from './Entry.tsx';
import css from './Promotion.module.css';
import { captchaId } from './useCaptcha.ts';
import type { LivePromotionForm } from './usePromotionForm.ts';

const noPicture = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

interface CaptchaEntryProps {
  readonly live: LivePromotionForm;
  readonly plain: PlainForm | undefined;
  readonly value: string | undefined;
  readonly problem: string | undefined;
}

/** The captcha: its picture, the typed signs, and another way for people who cannot see it. */
export function CaptchaEntry({ live, plain, value, problem }: CaptchaEntryProps): ReactNode {
  const { t } = useLingui();
  return (
    <Entry
      name="imgValidate"
      label={t`Characters in the picture`}
      autoComplete="off"
      maxLength={4}
      value={value}
      problem={problem}
      aside={plain ? <PlainPicture url={plain.captchaUrl} /> : <Picture live={live} />}
      below={
        plain ? null : (
          <button type="button" className={css.link} disabled={live.working} onClick={live.workItOut}>
            {live.working ? t`Your phone is checking…` : t`I cannot see the picture`}
          </button>
        )
      }
    />
  );
}

function Picture({ live }: { readonly live: LivePromotionForm }): ReactNode {
  const { t } = useLingui();
  return (
    <button type="button" className={css.refresh} aria-label={t`Another picture`} onClick={live.refreshByTap}>
      {/* The page's first script sets its picture before the bundle loads. */}
      <img
        id={captchaId}
        className={css.captcha}
        src={live.captchaUrl ?? noPicture}
        width={125}
        height={50}
        alt={t`Four characters to type`}
      />
    </button>
  );
}

/** The picture of the page without scripts; none while the used captcha stays valid. */
function PlainPicture({ url }: { readonly url: string }): ReactNode {
  const { t } = useLingui();
  if (url === '') return null;
  return <img className={css.captcha} src={url} width={125} height={50} alt={t`Four characters to type`} />;
}
