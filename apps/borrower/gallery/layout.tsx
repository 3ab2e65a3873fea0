import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from '../src/kit/controls/Button.tsx';
import { Amount, Card, Head, Logo, Pill, Rows } from '../src/kit/layout/Card.tsx';
import { Icon } from '../src/kit/layout/Icon.tsx';
import { PictureGrid } from '../src/kit/layout/PictureGrid.tsx';
import { ReadingProgress } from '../src/kit/layout/ReadingProgress.tsx';
import { ActionPair, BarLink, Screen } from '../src/kit/layout/Screen.tsx';
import { Tabs } from '../src/kit/layout/Tabs.tsx';
import { ChannelIcon } from '../src/lending/ChannelIcon.tsx';

const nothing = (): void => undefined;
const rows = [
  { text: 'Payment 2', value: '₱2,846.37' },
  { text: 'Late interest, 2 days', value: '₱9.48', note: '4.998% a month of 30 days on what is late.' },
  { text: 'One-time penalty', value: '₱0.00', note: 'Charged once per loan, on its first late day.' },
];

export function Cards(): ReactNode {
  return (
    <>
      <Card>
        <Head name="Baitang Loan" sub="120 days · 4 payments" />
        <Amount>₱10,000.00</Amount>
      </Card>
      <Card heading="To pay today">
        <Rows rows={rows} />
      </Card>
      <Card heading="Folded">
        <Rows rows={rows} fold={{ count: 1, more: 'More', less: 'Hide' }} />
      </Card>
    </>
  );
}

/** A product's picture, none, and one that does not load. */
export function Logos(): ReactNode {
  const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"><rect width="44" height="44" fill="#3d3db0"/></svg>')}`;
  return [picture, undefined, 'data:image/png,'].map((src) => <Logo key={src ?? ''} src={src} />);
}

export function ChannelIcons(): ReactNode {
  return (['call', 'sms', 'email', 'push', 'visit'] as const).map((channel) => (
    <ChannelIcon key={channel} channel={channel} />
  ));
}

export function Pills(): ReactNode {
  return (
    <p>
      <Pill tone="positive">In 25 days</Pill> <Pill tone="warning">In 2 days</Pill>{' '}
      <Pill tone="danger">2 days late</Pill> <Pill tone="info">Being checked</Pill>
    </p>
  );
}

export function TabRows(): ReactNode {
  const tabs = [
    { key: 1, name: 'Bank account' },
    { key: 2, name: 'E-wallet' },
  ];
  return <Tabs label="Kind of account" tabs={tabs} chosen={1} onChoose={nothing} />;
}

export function Screens(): ReactNode {
  return (
    <Screen
      title="Loan L-7C1A-2291"
      back={{ label: 'Back', go: nothing }}
      aside={<BarLink href="tel:+63285550100" label="Call us" icon="phone" />}
      actions={
        <ActionPair hint="Short of money?">
          <Button look="secondary" onTap={nothing}>
            I cannot pay now
          </Button>
          <Button onTap={nothing}>Pay ₱2,855.85</Button>
        </ActionPair>
      }
    >
      <Card>
        <p>What the screen shows.</p>
      </Card>
    </Screen>
  );
}

/** A document of which a share is read. */
function Reading({ read }: { readonly read: number }): ReactNode {
  const text = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => text.current?.scrollTo(0, read * 400), [read]);
  return (
    <Card>
      <div style={{ transform: 'translate(0)' }}>
        <ReadingProgress scrolled={text} />
        <div ref={text} style={{ height: 100, overflow: 'hidden' }}>
          <div style={{ height: 500 }} />
        </div>
      </div>
    </Card>
  );
}

export const ReadingLines = (): ReactNode => [0, 0.5, 1].map((read) => <Reading key={read} read={read} />);

export function PictureGrids(): ReactNode {
  const grid = {
    label: 'Photos (optional)',
    maxPictures: 3,
    words: {
      add: 'Add a photo',
      remove: (place: number) => `Remove photo ${place}`,
      picture: (place: number) => `Photo ${place}`,
      sending: 'Sending',
    },
    onAdd: nothing,
    onRemove: nothing,
  };
  const grey =
    'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"%3E%3Cpath fill="%23789" d="M0 0h9v9H0z"/%3E%3C/svg%3E';
  const pictures = [
    { key: 'a', shown: grey, busy: false },
    { key: 'b', shown: grey, busy: true },
  ];
  return (
    <>
      <PictureGrid {...grid} pictures={[]} />
      <PictureGrid {...grid} pictures={pictures} />
      <PictureGrid {...grid} pictures={[...pictures, { key: 'c', shown: grey, busy: false }]} />
    </>
  );
}

export function Icons(): ReactNode {
  const names = [
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
  return names.map((name) => <Icon key={name} name={name} />);
}
