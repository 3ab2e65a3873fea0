import { useLingui } from '@lingui/react/macro';
import type { MouseEvent, ReactNode } from 'react';
import { phoneLink } from '../app/host/contact.ts';
import { Link } from '../app/navigation/Link.tsx';
import { settings } from '../app/settings/settings.ts';
import { Icon, LineArt } from '../kit/layout/Icon.tsx';
import css from './IconRow.module.css';

const shapes = {
  half: 'M12 3.500a8.500 8.500 0 110 17 8.500 8.500 0 010-17zM12 3.500v17M15 5v14M18 7v10',
  calendar: 'M4 6h16v14H4zM4 10.500h16M8.500 3v4M15.500 3v4',
  talk: 'M4 5h16v11H9l-5 4z',
  loan: 'M3 20h5v-5h5v-5h5V5h3',
  paper: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
} as const;

/** Rows with an icon that lead on. */
export function IconRows({
  heading,
  children,
}: {
  readonly heading?: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section>
      {heading ? <h2 className={css.heading}>{heading}</h2> : null}
      <div className={css.rows}>{children}</div>
    </section>
  );
}

export function IconRow({
  icon,
  href,
  link,
  title,
  text,
}: {
  readonly icon: keyof typeof shapes;
  /** A page of the app, or a link to something else. */
  readonly href?: string;
  readonly link?: { readonly href: string; readonly onClick?: (event: MouseEvent) => void };
  readonly title: string;
  readonly text?: string;
}): ReactNode {
  const content = (
    <>
      <span className="tile">
        <LineArt path={shapes[icon]} size={22} />
      </span>
      <span className={css.words}>
        <b>{title}</b>
        {text ? <span className={css.text}>{text}</span> : null}
      </span>
      <Icon name="chevron" size={20} />
    </>
  );
  if (href !== undefined)
    return (
      <Link className={css.row} href={href}>
        {content}
      </Link>
    );
  return (
    <a className={css.row} {...link}>
      {content}
    </a>
  );
}

/** Calls the lender. */
export function TalkRow({ phone }: { readonly phone: string }): ReactNode {
  const { t } = useLingui();
  return (
    <IconRow
      icon="talk"
      link={phoneLink(phone || settings.servicePhone)}
      title={t`Talk to a person`}
      text={t`We find a way with you.`}
    />
  );
}
