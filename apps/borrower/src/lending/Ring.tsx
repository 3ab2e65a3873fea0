import type { ReactNode } from 'react';

const ringLength = 2 * Math.PI * 26;

/** The paid share of a loan, 0 to 1, as a ring that closes. */
export function Ring({ share }: { readonly share: number }): ReactNode {
  return (
    <svg width="64" height="64" viewBox="0 0 64 64" fill="none" aria-hidden="true">
      <circle cx="32" cy="32" r="26" stroke="var(--step)" strokeWidth="7" />
      {share > 0 ? (
        <circle
          cx="32"
          cy="32"
          r="26"
          stroke="var(--primary)"
          strokeWidth="7"
          strokeLinecap="round"
          strokeDasharray={`${ringLength * share} ${ringLength}`}
          transform="rotate(-90 32 32)"
        />
      ) : null}
      <circle cx="32" cy="6" r="5" fill="var(--accent)" />
    </svg>
  );
}
