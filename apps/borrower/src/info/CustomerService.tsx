import type { CallOutput } from '@hiram/contract/call';
import { contactInfo, contactScope } from '@hiram/contract/info';
import { formatTelephone } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { phoneLink } from '../app/host/contact.ts';
import { outsideLink } from '../app/host/outside-link.ts';
import { goBack } from '../app/navigation/go.ts';
import { href } from '../app/navigation/href.ts';
import { Link } from '../app/navigation/Link.tsx';
import { paths } from '../app/navigation/paths.ts';
import { useTitle } from '../app/navigation/usePage.ts';
import { settings } from '../app/settings/settings.ts';
import { Icon } from '../kit/layout/Icon.tsx';
import { Screen } from '../kit/layout/Screen.tsx';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import css from './Info.module.css';

/** Customer service: online, by e-mail, by telephone, or by a complaint (INFO-03, INFO-04). */
export default function CustomerService(): ReactNode {
  const { t } = useLingui();
  const call = useCall(contactInfo, { scope: contactScope });
  const title = t`Customer service`;
  useTitle(title);
  return (
    <Screen title={title} back={{ label: t`Back`, go: goBack }} busy={call.state === 'waiting'}>
      {call.state === 'waiting' ? <Skeleton name="list" /> : null}
      <CallPanel call={call} />
      {call.state === 'ready' ? (
        <>
          <p className={css.lead}>
            {t`A person answers at these hours. Have the number of your loan or complaint at hand.`}
            <b className={css.hours}>{call.data.hours}</b>
          </p>
          <ContactWays contact={call.data} />
          <p className={css.links}>
            <Link href={href(paths.aboutUs)}>{t`About us`}</Link>
            <Link href={href(paths.loanAgreement)}>{t`Loan terms`}</Link>
            <Link href={href(paths.privacyPolicy)}>{t`Privacy policy`}</Link>
          </p>
        </>
      ) : null}
    </Screen>
  );
}

function ContactWays({ contact }: { readonly contact: CallOutput<typeof contactInfo> }): ReactNode {
  const { t } = useLingui();
  return (
    <ul className={css.ways}>
      <li>
        <a className={css.way} {...outsideLink(contact.onlineServiceUrl)} rel="noopener noreferrer">
          <span>
            <b>{t`Online service`}</b>
            <span className={css.muted}>{t`Chat with us`}</span>
          </span>
          <Icon name="chevron" size={20} />
        </a>
      </li>
      <li>
        <a className={css.way} {...outsideLink(`mailto:${contact.email}`)}>
          <span>
            <b>{t`E-mail`}</b>
            <span className={css.muted}>{contact.email}</span>
          </span>
          <Icon name="chevron" size={20} />
        </a>
      </li>
      <li>
        <a className={css.way} {...phoneLink(settings.servicePhone)}>
          <span>
            <b>{t`Telephone`}</b>
            <span className={css.muted}>{formatTelephone(settings.servicePhone)}</span>
          </span>
          <Icon name="phone" size={20} />
        </a>
      </li>
      <li>
        <Link className={css.way} href={href(paths.complaint)}>
          <span>
            <b>{t`Complaint`}</b>
            <span className={css.muted}>{t`With a number and a reply within 3 working days`}</span>
          </span>
          <Icon name="chevron" size={20} />
        </Link>
      </li>
    </ul>
  );
}
