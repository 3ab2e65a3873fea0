import type { ReactNode } from 'react';
import { LineArt } from '../kit/layout/Icon.tsx';

const shapes = {
  call: 'M6 3h4l2 5-2.500 1.500a11 11 0 005 5L16 12l5 2v4a2 2 0 01-2.200 2A17 17 0 014 5.200 2 2 0 016 3z',
  sms: 'M4 5h16v11H9l-5 4zM8 9h8M8 12h5',
  email: 'M4 6h16v12H4zM4 7l8 6 8-6',
  push: 'M6 17v-6a6 6 0 0112 0v6l1.500 1h-15zM10 21h4',
  visit: 'M12 4a4 4 0 110 8 4 4 0 010-8zM5 20c0-3.500 3-6 7-6s7 2.500 7 6',
} as const;

/** The sign of the way by which a message or an attempt came. The words beside it say the same. */
export function ChannelIcon({ channel }: { readonly channel: keyof typeof shapes }): ReactNode {
  return (
    <span className="tile">
      <LineArt path={shapes[channel]} size={22} />
    </span>
  );
}
