import type { ReactNode } from 'react';
import { LostArt, OfflineArt, StatusArt } from '../src/art/StatusArt.tsx';
import { Card } from '../src/kit/layout/Card.tsx';
import { Icon } from '../src/kit/layout/Icon.tsx';
import { Screen } from '../src/kit/layout/Screen.tsx';

const icons = [
  'back',
  'close',
  'check',
  'chevron',
  'down',
  'copy',
  'phone',
  'search',
  'info',
  'warning',
] as const;

/** Every picture and icon. */
export function Pictures(): ReactNode {
  return (
    <Screen title="Pictures">
      {[21, 110, 151, 174, 180, 200].map((status) => (
        <Card key={status} heading={String(status)}>
          <StatusArt status={status} />
        </Card>
      ))}
      <Card heading="lost">
        <LostArt />
      </Card>
      <Card heading="offline">
        <OfflineArt />
      </Card>
      <Card heading="icons">
        {icons.map((name) => (
          <Icon key={name} name={name} />
        ))}
      </Card>
    </Screen>
  );
}
