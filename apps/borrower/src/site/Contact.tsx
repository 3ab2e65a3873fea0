import { formatTelephone } from '@hiram/loan/format';
import type { SiteFacts } from '@hiram/visitor-pages/site-facts';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Picture } from './Picture.tsx';
import css from './Site.module.css';

/**
 * The lender's contact channels. Only market `spec` has the form, which sends nothing: elsewhere only real contact channels
 * are shown.
 */
export function Contact({ facts }: { readonly facts: SiteFacts }): ReactNode {
  const { t } = useLingui();
  return (
    <>
      <h1>{t`Contact Us`}</h1>
      <div className={css.contactPage}>
        <div>
          <p className={css.reach}>
            <a href={`tel:${facts.phone}`}>{formatTelephone(facts.phone)}</a>
            <a href={`mailto:${facts.email}`}>{facts.email}</a>
          </p>
          <p className={css.lead}>{facts.address}</p>
          <Picture name="people" facts={facts} alt={t`Two people talking at a desk`} />
        </div>
        <div>{facts.contactForm ? <ContactForm /> : <WaysToUs facts={facts} />}</div>
      </div>
    </>
  );
}

/**
 * SITE-04 … SITE-06. Nothing is ever sent. With scripts, the two messages are shown as specified. Without scripts,
 * submitting closes the dialog around the form, which sends nothing either, and the text behind it confirms success.
 * The fields have no names, so that an engine without dialogs has nothing to send.
 */
function ContactForm(): ReactNode {
  const { t } = useLingui();
  return (
    <>
      <dialog open className={css.card} aria-label={t`Contact Us`}>
        <form method="dialog" id="contact" className={css.contact}>
          <label>
            {t`Name`}
            <input aria-describedby="contact-said" id="name" autoComplete="name" maxLength={80} required />
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
    </>
  );
}

function WaysToUs({ facts }: { readonly facts: SiteFacts }): ReactNode {
  const { t } = useLingui();
  return (
    <div className={css.ways}>
      <h2>{t`Write to us`}</h2>
      <p>{t`An e-mail reaches a person. Please name your loan or complaint number if you have one.`}</p>
      <p>
        <a className={css.button} href={`mailto:${facts.email}`}>{t`Send an e-mail`}</a>
      </p>
      <h2>{t`Something went wrong with your loan?`}</h2>
      <p>{t`File a complaint in your account. It gets a number, and a reply within ${facts.replyDays} working days.`}</p>
      <p>
        <a href={`/complaint${facts.query}`}>{t`File a complaint`}</a>
      </p>
      {facts.authorityAbove ? (
        <p>
          {t`If our reply does not satisfy you, you can turn to the authority:`}{' '}
          <a href={facts.authorityAbove.url} rel="noopener noreferrer">
            {facts.authorityAbove.name}
          </a>
        </p>
      ) : null}
    </div>
  );
}
