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
import { showDate } from '../app/settings/money.ts';
import { settings } from '../app/settings/settings.ts';
import { Card, Pill } from '../kit/layout/Card.tsx';
import { Icon, LineArt } from '../kit/layout/Icon.tsx';
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
          <Hours contact={call.data} />
          <ContactWays contact={call.data} />
          <h2 className={css.section}>{t`About this lender`}</h2>
          <ul className={css.ways}>
            {(
              [
                [paths.aboutUs, t`About us`],
                [paths.loanAgreement, t`Loan terms`],
                [paths.privacyPolicy, t`Privacy policy`],
              ] as const
            ).map(([path, name]) => (
              <li key={path}>
                <Link className={css.way} href={href(path)}>
                  <span>{name}</span>
                  <Icon name="chevron" size={20} />
                </Link>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Screen>
  );
}

type Contact = CallOutput<typeof contactInfo>;

/** When a person answers, and whether one does now. */
function Hours({ contact: { hours, answers } }: { readonly contact: Contact }): ReactNode {
  const { t } = useLingui();
  const { time = '', day, isNow, isHoliday } = answers ?? {};
  const from = day === undefined ? time : `${showDate(day, 'short')}, ${time}`;
  return (
    <Card>
      {answers ? (
        <p>
          <Pill tone={isNow ? 'positive' : 'warning'}>
            {isNow
              ? t`Open now, until ${time}`
              : isHoliday
                ? t`Closed today, a holiday. Opens ${from}`
                : t`Closed now. Opens ${from}`}
          </Pill>
        </p>
      ) : null}
      <p className={css.hours}>{hours}</p>
      <p className={css.muted}>
        {t`A person answers at these hours. Have the number of your loan or complaint at hand.`}
      </p>
    </Card>
  );
}

const shapes = {
  talk: 'M4 5h16v11H9l-5 4z',
  mail: 'M3 6h18v12H3zM3 7l9 7 9-7',
  phone: 'M6 3h4l2 5-2.500 1.500a11 11 0 005 5L16 12l5 2v4a2 2 0 01-2.200 2A17 17 0 014 5.200 2 2 0 016 3z',
  paper: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
} as const;

function ContactWays({ contact }: { readonly contact: Contact }): ReactNode {
  const { t } = useLingui();
  const { onlineServiceUrl, email } = contact;
  return (
    <ul className={css.ways}>
      <li>
        <a className={css.way} {...outsideLink(onlineServiceUrl)} rel="noopener noreferrer">
          <Way icon="talk" name={t`Online service`} text={t`Chat with us`} />
        </a>
      </li>
      <li>
        <a className={css.way} {...phoneLink(settings.servicePhone)}>
          <Way icon="phone" name={t`Telephone`} text={formatTelephone(settings.servicePhone)} />
        </a>
      </li>
      <li>
        <a className={css.way} {...outsideLink(`mailto:${email}`)}>
          <Way icon="mail" name={t`E-mail`} text={email} />
        </a>
      </li>
      <li>
        <Link className={css.way} href={href(paths.complaint)}>
          <Way icon="paper" name={t`Complaint`} text={t`With a number and a reply within 3 working days`} />
        </Link>
      </li>
    </ul>
  );
}

function Way(way: {
  readonly icon: keyof typeof shapes;
  readonly name: string;
  readonly text: string;
}): ReactNode {
  return (
    <>
      <span className="tile">
        <LineArt path={shapes[way.icon]} size={22} />
      </span>
      <span>
        <b>{way.name}</b>
        <span className={css.muted}>{way.text}</span>
      </span>
      <Icon name="chevron" size={20} />
    </>
  );
}
