import type { HomeIndex } from '@hiram/contract/home';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { goMine } from '../app/navigation/go.ts';
import { href } from '../app/navigation/href.ts';
import { Link } from '../app/navigation/Link.tsx';
import { paths } from '../app/navigation/paths.ts';
import css from './Home.module.css';

const shapes = {
  orders: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  repay: 'M3 7h18v10H3zM12 9.500a2.500 2.500 0 110 5 2.500 2.500 0 010-5zM6.500 12v.100M17.500 12v.100',
  calculator:
    'M6 3h12v18H6zM9 7h6M9 12v.100M12 12v.100M15 12v.100M9 16.500v.100M12 16.500v.100M15 16.500v.100',
  complaint: 'M4 5h16v11h-8l-5 4v-4H4zM12 8v3M12 13.500v.100',
  service: 'M4 13a8 8 0 0116 0v5h-4v-5h4M4 13v5h4v-5H4M18 18c0 2-2 3-5 3',
  setting:
    'M12 9a3 3 0 110 6 3 3 0 010-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.600 5.600l2.200 2.200M16.200 16.200l2.200 2.200M5.600 18.400l2.200-2.200M16.200 7.800l2.200-2.200',
} as const;

function Sign({ shape }: { readonly shape: keyof typeof shapes }): ReactNode {
  return (
    <svg
      width="26"
      height="26"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={shapes[shape]} />
    </svg>
  );
}

/** Links to other pages, repayment among them while something is owed. */
export function QuickLinks({ order }: { readonly order: HomeIndex['order'] }): ReactNode {
  const { t } = useLingui();
  const links = [
    { shape: 'orders', to: href(paths.orderList), name: t`My loans` },
    ...(order?.due
      ? [
          {
            shape: 'repay' as const,
            to: href(paths.repay, { productId: order.productId, orderId: order.orderId }),
            name: t`Repay`,
          },
        ]
      : []),
    { shape: 'calculator', to: href(paths.calculator), name: t`Calculator` },
    { shape: 'complaint', to: href(paths.complaint), name: t`Complaints` },
    { shape: 'service', to: href(paths.customerService), name: t`Help` },
    { shape: 'setting', to: href(paths.setting), name: t`Settings` },
  ] as const;
  return (
    <nav aria-label={t`More`}>
      <ul className={css.links}>
        {links.map(({ shape, to, name }) => (
          <li key={shape}>
            <Link
              className={css.link}
              href={to}
              onClick={(event) => {
                if (shape !== 'setting') return;
                event.preventDefault();
                goMine();
              }}
            >
              <Sign shape={shape} />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
