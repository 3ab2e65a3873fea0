import type { ReactNode } from 'react';
import { LineArt } from '../../kit/layout/Icon.tsx';

const shapes = {
  paper: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  people:
    'M9 5a3.500 3.500 0 110 7 3.500 3.500 0 010-7zM3 20c0-3.500 2.500-5.500 6-5.500s6 2 6 5.500M16 5a3.500 3.500 0 010 7M18 15c2 1 3 2.700 3 5',
  help: 'M4 14v-2a8 8 0 0116 0v2M4 13h3v6H4zM17 13h3v6h-3zM20 19c0 2-2 2.500-5 2.500',
  star: 'M12 3.500l2.600 5.400 5.900.800-4.300 4.100 1 5.900-5.200-2.800-5.200 2.800 1-5.900L3.500 9.700l5.900-.800z',
  ways: 'M4 6h16v14H4zM4 10.500h16M8.500 3v4M15.500 3v4',
} as const;

/** The sign and the words of a row that leads on. */
export function RowWords({
  icon,
  title,
  text,
}: {
  readonly icon: keyof typeof shapes;
  readonly title: string;
  readonly text?: ReactNode;
}): ReactNode {
  return (
    <>
      <span className="tile">
        <LineArt path={shapes[icon]} size={22} />
      </span>
      <span>
        <b>{title}</b>
        {text ? <small>{text}</small> : null}
      </span>
    </>
  );
}
