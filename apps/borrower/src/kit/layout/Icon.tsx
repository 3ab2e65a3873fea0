import type { ReactNode } from 'react';

const shapes = {
  back: 'M15 5l-7 7 7 7',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  chevron: 'M9 6l6 6-6 6',
  down: 'M6 9l6 6 6-6',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  phone: 'M6 3h4l2 5-2.500 1.500a11 11 0 005 5L16 12l5 2v4a2 2 0 01-2.200 2A17 17 0 014 5.200 2 2 0 016 3z',
  info: 'M12 3a9 9 0 110 18 9 9 0 010-18zM12 11v5M12 7.500v.100',
  warning: 'M12 4l9 16H3zM12 10v4M12 17v.100',
  plus: 'M12 5v14M5 12h14',
  search: 'M10.500 4a6.500 6.500 0 110 13 6.500 6.500 0 010-13zM15.500 15.500L20 20',
} as const;

export function Icon({
  name,
  size = 24,
}: {
  readonly name: keyof typeof shapes;
  readonly size?: number;
}): ReactNode {
  return <LineArt path={shapes[name]} size={size} />;
}

/** A path of a grid of 24 by 24, drawn as the icons are: for icons that one screen alone needs. */
export function LineArt({ path, size }: { readonly path: string; readonly size: number }): ReactNode {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
