import type { ReactNode } from 'react';

/** The background of every picture: the same hills, so that the pictures look alike. */
export function Scene({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <svg
      width="224"
      height="120"
      viewBox="0 0 224 120"
      fill="none"
      stroke="var(--primary)"
      strokeWidth="2.500"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M0 114q36-50 78-18t58 2q46-42 88 16z" fill="var(--primary)" stroke="none" opacity=".1" />
      <path d="M4 112q30-26 58-8M162 108q28-22 58 2" opacity=".35" />
      {children}
    </svg>
  );
}

export const raised = 'var(--surface-raised)';
export const accent = 'var(--accent)';
