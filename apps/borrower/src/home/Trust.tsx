import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { href } from '../app/navigation/href.ts';
import { Link } from '../app/navigation/Link.tsx';
import { paths } from '../app/navigation/paths.ts';
import { settings } from '../app/settings/settings.ts';
import css from './Home.module.css';

/** Names the lender, its licence, and the ways to get help or to complain. */
export function Trust(): ReactNode {
  const { t } = useLingui();
  return (
    <p className={css.trust}>
      <svg
        width="18"
        height="18"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M12 3l8 3v6c0 5-3.500 8-8 9.500C7.500 20 4 17 4 12V6zM8.500 12l2.500 2.500 4.500-5" />
      </svg>
      <span>{t`Licensed lender · ${settings.authority}`}</span>
      <Link href={href(paths.aboutUs)}>{t`About us`}</Link>
    </p>
  );
}
