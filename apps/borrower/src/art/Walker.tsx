import type { ReactNode } from 'react';

/** A brand's drawing of a loan. */
type Story = 'stairs' | 'path' | 'terraces' | 'rings';

/** The borrower as the brand draws her, on a grid of 30 by 40 with her feet at its bottom. `cheers`: with her arms up. */
export function Walker({
  story,
  cheers = false,
}: {
  readonly story: Story;
  readonly cheers?: boolean;
}): ReactNode {
  switch (story) {
    case 'path':
      return <Sari cheers={cheers} />;
    case 'terraces':
      return <Veil cheers={cheers} />;
    case 'rings':
      return <Outline cheers={cheers} />;
    default:
      return <Backpack cheers={cheers} />;
  }
}

interface Pose {
  readonly cheers: boolean;
}

function Arms({ path, width = 2.8 }: { readonly path: string; readonly width?: number }): ReactNode {
  return <path d={path} fill="none" stroke="var(--skin)" strokeWidth={width} strokeLinecap="round" />;
}

function Backpack({ cheers }: Pose): ReactNode {
  return (
    <>
      <path
        d={
          cheers
            ? 'M12 25l-5 4 3.500 5.500M16 25l5 3-1 6.500'
            : 'M12.500 25l-2 7-.5 6.500M15.500 25l2 6.500.5 7'
        }
        fill="none"
        stroke="var(--leg)"
        strokeWidth="3.600"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M9.500 15.500a5 5 0 0110 0V26h-10z" fill="var(--art-4)" />
      <rect x="5" y="14" width="6" height="9.500" rx="2.600" fill="var(--art-3)" />
      <Arms
        path={cheers ? 'M18 16.500l5.500-7M10.500 16.500l-5.500-7' : 'M18 16.500l4.500 4.500'}
        width={3}
      />
      <circle cx="15" cy="6.800" r="4.600" fill="var(--skin)" />
      <path
        d="M10.300 7.200c-.6-5.200 3-7 6-6 2 .6 3.200 1.800 3.400 4-2.600.6-4.600 0-5.600-1-.8 1.600-1.800 2.600-3.800 3z"
        fill="var(--hair)"
      />
    </>
  );
}

function Sari({ cheers }: Pose): ReactNode {
  return (
    <>
      <path d="M12 34l-1 5M17 34l1 5" stroke="var(--skin)" strokeWidth="3" strokeLinecap="round" />
      <path d="M10 15a5 5 0 0110 0l3.500 19.500H6.500z" fill="var(--art-2)" />
      <path d="M19 13c-6 6-11 10-12 21l4 .500c1-9 6-13 11-15z" fill="var(--art-3)" />
      <Arms path={cheers ? 'M19 16l5-7M10.500 16l-5-7' : 'M19.500 16.500l3 8M10 16.500l-2.500 8'} />
      <circle cx="15" cy="6.500" r="4.500" fill="var(--skin)" />
      <path
        d="M10.400 7c-.6-5 2.600-7 5.600-6 2.600.6 3.600 2.600 3.600 4.600-3 .4-4.600-.4-5.600-1.400-.6 1.400-1.600 2.400-3.600 2.800zM10.600 5.500c-2.600 4-1.600 8-3.600 12"
        fill="var(--hair)"
        stroke="var(--hair)"
        strokeWidth="1.600"
        strokeLinecap="round"
      />
      <circle cx="16.800" cy="4.600" r=".8" fill="var(--art-3)" />
    </>
  );
}

function Veil({ cheers }: Pose): ReactNode {
  return (
    <>
      <path d="M12 32l-1 7M17 32l1.500 7" stroke="var(--leg)" strokeWidth="3.600" strokeLinecap="round" />
      <path
        d="M9.500 16a5.500 5.500 0 0111 0l1.500 17H8z"
        fill="#f6f2e4"
        stroke="var(--art-2)"
        strokeWidth=".8"
      />
      <path d="M8.400 28h13.200l.4 5H8z" fill="var(--art-3)" />
      <Arms path={cheers ? 'M20 17l5-7M10 17l-5-7' : 'M20 18l2 8M10 18l-2 8'} />
      <path
        d="M9.200 7.500a5.800 6 0 0111.600 0c.4 4.500 1 7 2 9.500-5 2-10.600 2-15.600 0 1-2.500 1.600-5 2-9.500z"
        fill="var(--art-3)"
      />
      <ellipse cx="15.300" cy="7.500" rx="3.600" ry="4" fill="var(--skin)" />
    </>
  );
}

function Outline({ cheers }: Pose): ReactNode {
  return (
    <g fill="none" stroke="var(--primary)" strokeWidth="2.200" strokeLinecap="round" strokeLinejoin="round">
      <circle cx="15" cy="6.500" r="4.300" fill="var(--art-3)" />
      <path d="M15 11v14l-4 13.500M15 25l4 13.500" />
      <path d={cheers ? 'M15 15l6.500-6M15 15l-6.500-6' : 'M15 15l5 8M15 15l-5 8'} />
    </g>
  );
}
