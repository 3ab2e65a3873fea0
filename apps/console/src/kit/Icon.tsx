import type { ReactNode } from 'react';
import styles from './kit.module.css';

/** Outlines of 16 × 16. */
const paths = {
  approval: 'M10 9a3.5 3.5 0 1 0-3-1.7L2 12.3V14h2v-1.5h1.5V11H7l1.2-1.2M10.8 5.2v.1',
  arrow: 'M2.5 8h11M9.5 4 13.5 8l-4 4',
  bank: 'M2 6.5 8 3l6 3.5ZM3.5 6.5V12M6.5 6.5V12M9.5 6.5V12M12.5 6.5V12M2 13.5h12',
  check: 'M3 8.5 6.5 12 13 4.5',
  chart: 'M2.5 2.5v11h11M5 10l2.5-3 2 1.5L13 4',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 5v3l2 1.5',
  close: 'M4 4l8 8M12 4l-8 8',
  columns: 'M2.5 3h11v10h-11ZM6 3v10M10 3v10',
  complaint: 'M2.5 3h11v8h-6L4.5 13.5V11h-2Z',
  danger: 'M5.5 2h5L14 5.5v5L10.5 14h-5L2 10.5v-5ZM8 5v3.5M8 11v.1',
  decision: 'M8 2v11M4.5 13.5h7M3 4.5h10M3 4.5 1.5 9h3ZM13 4.5 11.5 9h3Z',
  down: 'M4 6l4 4 4-4',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  file: 'M4 2h8v12H4ZM6 5h4M6 8h4M6 11h2',
  filter: 'M2.5 3.5h11L9.5 8.5V13l-3-1.5v-3Z',
  find: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM11 11l3 3',
  good: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM5.5 8l2 2 3-4',
  hold: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM6.5 6v4M9.5 6v4',
  left: 'M10 4 6 8l4 4',
  link: 'M6.5 9.5l3-3M7 4.5l1.5-1.5a2.8 2.8 0 0 1 4 4L11 8.5M9 11.5 7.5 13a2.8 2.8 0 0 1-4-4L5 7.5',
  lock: 'M4 7.5h8V14H4ZM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  more: 'M3.5 8h.1M8 8h.1M12.5 8h.1',
  'money-in': 'M8 2v8M4.5 7 8 10.5 11.5 7M3 13.5h10',
  'money-out': 'M8 11V3M4.5 6 8 2.5 11.5 6M3 13.5h10',
  note: 'M3 2.5h10v8l-3 3H3ZM10 13.5v-3h3',
  person: 'M8 8a2.8 2.8 0 1 0 0-5.6A2.8 2.8 0 0 0 8 8ZM2.8 14c.4-2.8 2.5-4 5.2-4s4.8 1.2 5.2 4',
  people:
    'M6 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM1.5 13.5c.3-2.6 2.2-3.7 4.5-3.7s4.2 1.1 4.5 3.7M10.5 3.3a2.5 2.5 0 0 1 0 4.4M12 9.9c1.5.5 2.3 1.7 2.5 3.6',
  phone: 'M5 1.5h6v13H5ZM7.5 12.5h1',
  picture: 'M2.5 3h11v10h-11ZM2.5 11l3.5-4 3 3 2-2 2.5 2.5',
  plain: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  plus: 'M8 3v10M3 8h10',
  refund: 'M3 7h7a3 3 0 0 1 0 6H7M3 7l3-3M3 7l3 3',
  right: 'M6 4l4 4-4 4',
  staff: 'M8 2l5 2v4c0 3-2 5-5 6-3-1-5-3-5-6V4Z',
  swap: 'M3 5.5h9M9.5 3 12 5.5 9.5 8M13 10.5H4M6.5 8 4 10.5 6.5 13',
  text: 'M2.5 3.5h11v8h-7l-3 2v-2h-1Z',
  trail: 'M3 3h.1M6 3h7M3 8h.1M6 8h7M3 13h.1M6 13h7',
  up: 'M4 10l4-4 4 4',
  view: 'M4 2.5h8v11L8 10.5l-4 3Z',
  waiting: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 2v12M8 3.5h2.5M8 6h5M8 8.5h5.5M8 11h4.5',
  warn: 'M8 2.5 14.5 13.5h-13ZM8 6.5v3M8 11.5v.1',
  work: 'M3 4h10M3 8h10M3 12h6',
} as const;

export type IconName = keyof typeof paths;

export const iconNames = Object.keys(paths) as readonly IconName[];

/** A picture beside words: it says nothing by itself. */
export function Icon({ name }: { readonly name: IconName }): ReactNode {
  return (
    <svg className={styles.icon} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
