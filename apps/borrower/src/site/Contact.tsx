import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { SiteFacts } from './facts.ts';
import { Picture } from './Picture.tsx';
import css from './Site.module.css';

/**
 * SITE-04 … SITE-06. Nothing is ever sent. With scripts the two sentences are said as specified; without, the form closes
 * the dialog that it stands in, which sends nothing either, and what stands behind it says that all is well. The fields
 * have no names, so that even an engine that knows no dialogs has nothing to send.
 */
export function Contact({ facts }: { readonly facts: SiteFacts }): ReactNode {
  const { t } = useLingui();
  return (
    <>
      <h1>{t`Contact Us`}</h1>
      <div className={css.contactPage}>
        <div>
          <p className={css.reach}>
            <a href={`tel:${facts.phone}`}>{facts.phone}</a>
            <a href={`mailto:${facts.email}`}>{facts.email}</a>
          </p>
          <p className={css.lead}>{facts.address}</p>
          <Picture name="people" late={false} alt={t`Two people talking at a desk`} />
        </div>
        <div>
          <dialog open className={css.card} aria-label={t`Contact Us`}>
            <form method="dialog" id="contact" className={css.contact}>
              <label>
                {t`Name`}
                <input
                  aria-describedby="contact-said"
                  id="name"
                  autoComplete="name"
                  maxLength={80}
                  required
                />
              </label>
              <label>
                {t`Telephone`}
                <input
                  aria-describedby="contact-said"
                  id="telephone"
                  type="tel"
                  autoComplete="tel"
                  maxLength={20}
                  required
                />
              </label>
              <label>
                {t`Email`}
                <input
                  aria-describedby="contact-said"
                  id="email"
                  type="email"
                  autoComplete="email"
                  maxLength={120}
                  required
                />
              </label>
              <label>
                {t`Remark`}
                <textarea aria-describedby="contact-said" id="remark" rows={4} maxLength={1000} required />
              </label>
              <p
                className={css.said}
                id="contact-said"
                role="status"
                data-incomplete={t({
                  id: 'site.incomplete',
                  message: 'Please provide complete information!',
                })}
                data-complete={t({ id: 'site.complete', message: 'Successful!' })}
              />
              <button type="submit" className={css.button}>{t`Submit`}</button>
            </form>
          </dialog>
          <p className={css.after}>{t({ id: 'site.complete', message: 'Successful!' })}</p>
        </div>
      </div>
    </>
  );
}
