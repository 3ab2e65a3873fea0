import type { OrderStatus } from '@hiram/contract/order-status';
import type { ReactNode } from 'react';
import { accent, raised, Scene } from './Scene.tsx';

const arts: Readonly<Partial<Record<OrderStatus, ReactNode>>> = {
  // In review: papers under a magnifying glass.
  applied: (
    <>
      <rect x="78" y="14" width="62" height="86" rx="9" fill={raised} />
      <path d="M92 34h34M92 48h34M92 62h20" opacity=".5" />
      <circle cx="136" cy="76" r="20" fill={raised} />
      <path d="M150 91l16 16" />
      <path d="M128 76l6 6 11-12" stroke={accent} strokeWidth="4" />
    </>
  ),
  // Refused for now: a seedling and a sun.
  refused: (
    <>
      <path d="M142 106a22 22 0 0144 0" fill={accent} stroke={accent} />
      <path d="M164 74v-7M189 82l5-5M139 82l-5-5" stroke={accent} />
      <path d="M54 108q42-30 96 0z" fill={raised} />
      <path d="M101 93V50" />
      <path d="M101 72C78 74 68 60 68 46c22-2 33 10 33 26z" fill={raised} />
      <path d="M101 58c0-20 12-32 34-32 2 20-10 33-34 32z" fill={raised} />
      <path d="M101 72L82 58M101 58l18-17" opacity=".5" />
      <path d="M30 108h164" />
    </>
  ),
  // Approved: money being sent.
  approved: (
    <>
      <rect x="66" y="36" width="92" height="56" rx="9" fill={raised} />
      <circle cx="112" cy="64" r="16" fill={accent} stroke="none" />
      <path d="M30 52h22M22 66h30M36 80h16" opacity=".6" />
      <path d="M172 64h24M188 55l9 9-9 9" />
    </>
  ),
  // Due soon: a calendar with the due day.
  dueSoon: (
    <>
      <rect x="68" y="24" width="88" height="80" rx="11" fill={raised} />
      <path d="M68 46h88" />
      <circle cx="90" cy="24" r="4" fill="var(--primary)" />
      <circle cx="134" cy="24" r="4" fill="var(--primary)" />
      <rect x="98" y="60" width="28" height="28" rx="7" fill={accent} stroke="none" />
    </>
  ),
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

/** The picture of an order's status; the default is that of a settled order (ORD-02). `currency`: the sign on its money. */
export function StatusArt({
  status,
  currency,
}: {
  readonly status: OrderStatus;
  readonly currency: string;
}): ReactNode {
  return (
    <Scene>
      {arts[status] ?? arts.settled}
      {status === 'approved' ? (
        <text
          x="112"
          y="70"
          textAnchor="middle"
          fontSize="17"
          fontWeight="700"
          fill="var(--on-accent)"
          stroke="none"
        >
          {currency}
        </text>
      ) : null}
    </Scene>
  );
}
