import type { OrderStatus } from '@hiram/contract/order-status';
import type { ReactNode } from 'react';
import { accent, raised, Scene } from './Scene.tsx';

/** The frame and the ground of a brand's status pictures, by how it draws a loan. On a grid of 112 by 108. */
const frames = {
  stairs: {
    frame: 'M16 0h80q16 0 16 16v76q0 16-16 16H16Q0 108 0 92V16Q0 0 16 0z',
    ground: (
      <>
        <path d="M0 0h112v108H0z" fill="var(--deep)" />
        <path d="M0 108V92h30V78h30V64h52v44z" fill="var(--art-2)" opacity=".55" />
        <path d="M0 90h30v4H0zM30 76h30v4H30zM60 62h52v4H60z" fill="var(--art-3)" />
      </>
    ),
  },
  path: {
    frame: 'M2 108V54C2 34 24 26 40 14c8-5 13-9 16-13 3 4 8 8 16 13 16 12 38 20 38 40v54z',
    ground: (
      <>
        <path d="M0 0h112v108H0z" fill="var(--art-5)" />
        <circle cx="84" cy="34" r="14" fill="var(--art-3)" opacity=".5" />
        <path d="M0 84c30-14 70-12 112 0v24H0z" fill="var(--art-1)" />
        <path d="M30 108c10-16 40-10 50-26" stroke="var(--surface)" strokeWidth="9" />
      </>
    ),
  },
  terraces: {
    frame: 'M0 0h112v108H0z',
    ground: (
      <>
        <path d="M0 0h112v108H0z" fill="var(--deep)" />
        <path d="M0 92h112v16H0z" fill="var(--art-4)" />
        <path d="M28 78h84v14H28zM60 64h52v14H60z" fill="var(--art-5)" />
        <path d="M28 78h84v3H28zM60 64h52v3H60z" fill="var(--art-3)" />
      </>
    ),
  },
  rings: {
    frame: 'M56 1a53 53 0 110 106A53 53 0 0156 1z',
    ground: (
      <>
        <path d="M0 0h112v108H0z" fill="var(--primary-tint)" />
        <path d="M0 84c24-14 44-10 62 0s36 8 50-4v28H0z" fill={raised} />
      </>
    ),
  },
} as const;

/** The drawing in the frame before the payout, and before a due day. */
const framed: Readonly<Partial<Record<OrderStatus, ReactNode>>> = {
  // In review: papers under a magnifying glass.
  applied: (
    <g transform="translate(30 18)">
      <path d="M0 0h34l10 10v48H0z" fill="#ffffff" />
      <path d="M8 16h20M8 26h28M8 36h24" stroke="#565b75" strokeWidth="4" />
      <circle cx="38" cy="44" r="14" fill="#ffffff" fillOpacity=".75" stroke={accent} strokeWidth="5" />
      <path d="M48 54l11 11" stroke={accent} strokeWidth="7" />
    </g>
  ),
  // Refused for now: rain before the steps.
  rejected: (
    <g transform="translate(36 24)">
      <path
        d="M10 28c-8 0-12-4-12-9s5-9 11-8C10 4 16 0 22 0s12 3 13 11c7-1 11 3 11 8s-4 9-11 9z"
        fill="#ffffff"
      />
      <path d="M10 35l-4 9M22 35l-4 9M34 35l-4 9" stroke="#9fc6ff" strokeWidth="4" />
    </g>
  ),
  // Approved: an open door, and the money.
  approved: (
    <g transform="translate(38 20)">
      <path d="M0 46V18a18 18 0 0136 0v28z" fill={accent} />
      <path d="M7 46V19a11 11 0 0122 0v27z" fill="#fff8e2" />
      <path d="M7 46V19a11 11 0 013-8l12 9v26z" fill="var(--art-4)" />
      <circle cx="18" cy="34" r="1.800" fill="#ffffff" />
    </g>
  ),
  // Due soon: a calendar.
  dueSoon: (
    <g transform="translate(32 22)">
      <rect width="48" height="46" rx="6" fill="#ffffff" />
      <path d="M0 8h48v6H0z" fill="var(--art-4)" />
      <path d="M12-4v9M36-4v9" stroke="#ffffff" strokeWidth="4" />
      <rect x="17" y="21" width="14" height="14" rx="4" fill={accent} />
    </g>
  ),
};

const scenes: Readonly<Partial<Record<OrderStatus, ReactNode>>> = {
  // Overdue: a clock past its mark, and a helping hand.
  overdue: (
    <>
      <circle cx="112" cy="62" r="42" fill={raised} />
      <path d="M112 36v26l18 12" />
      <path d="M112 20a42 42 0 0136 21" stroke={accent} strokeWidth="6" />
      <path d="M78 24l-12-10M146 24l12-10" />
    </>
  ),
  // Settled: the sun over the hill.
  settled: (
    <>
      <path d="M112 14V6M150 30l6-6M74 30l-6-6M166 64h9M49 64h9" stroke={accent} />
      <circle cx="112" cy="64" r="34" fill={accent} stroke="none" />
      <path d="M98 60l10 10 19-21" stroke={raised} strokeWidth="6" />
      <path d="M34 110q34-26 70-12t86 12z" fill={raised} />
    </>
  ),
};

/**
 * The picture of an order's status; the default is that of a settled order (ORD-02). `currency`: the sign on
 * its money. `story`: how the brand draws a loan.
 */
export function StatusArt({
  status,
  currency,
  story,
}: {
  readonly status: OrderStatus;
  readonly currency: string;
  readonly story: keyof typeof frames;
}): ReactNode {
  if (!framed[status]) return <Scene>{scenes[status] ?? scenes.settled}</Scene>;
  const { frame, ground } = frames[story];
  return (
    <svg
      width="224"
      height="120"
      viewBox="-56 -6 224 120"
      fill="none"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <clipPath id="status-frame">
        <path d={frame} />
      </clipPath>
      <g clipPath="url(#status-frame)">
        {ground}
        {framed[status]}
        {status === 'approved' ? (
          <>
            <circle cx="78" cy="74" r="13" fill={accent} stroke="#ffffff" strokeWidth="2.500" />
            <text x="78" y="79" textAnchor="middle" fontSize="13" fontWeight="700" fill="var(--on-accent)">
              {currency}
            </text>
          </>
        ) : null}
      </g>
    </svg>
  );
}
