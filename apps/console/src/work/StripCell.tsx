import type { ReactNode } from 'react';

interface Props {
  readonly label: string;
  readonly value: ReactNode;
  readonly children: ReactNode;
}

/** A figure of the day: its name, its value, and what else is to know of it. */
export function StripCell({ label, value, children }: Props): ReactNode {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <strong>{value}</strong> {children}
      </dd>
    </div>
  );
}
