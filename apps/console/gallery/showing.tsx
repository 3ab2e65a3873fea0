import { type ReactNode, useEffect, useRef } from 'react';
import { Banner } from '../src/kit/Banner.tsx';
import { Bars } from '../src/kit/Bars.tsx';
import { Button } from '../src/kit/controls/Button.tsx';
import { Icon, iconNames } from '../src/kit/Icon.tsx';
import { Key } from '../src/kit/keys/Key.tsx';
import { Loading } from '../src/kit/Loading.tsx';
import { Meter } from '../src/kit/Meter.tsx';
import { Nothing } from '../src/kit/Nothing.tsx';
import { Card, Columns, Facts, Page, SidePanel, Stack } from '../src/kit/Page.tsx';
import { Status } from '../src/kit/Status.tsx';
import { Tiles } from '../src/kit/Tiles.tsx';
import { DataTable } from '../src/kit/table/DataTable.tsx';
import { PlainTable } from '../src/kit/table/PlainTable.tsx';
import { Reference } from '../src/kit/table/Reference.tsx';
import { useToast } from '../src/kit/toast.tsx';

const tones = ['danger', 'warn', 'info', 'good'] as const;

export function Banners(): ReactNode {
  return tones.map((tone) => (
    <Banner key={tone} tone={tone} title={`A banner of the tone ${tone}`} actions={<Button>Look</Button>}>
      What happened, and what to do about it.
    </Banner>
  ));
}

export function Statuses(): ReactNode {
  return (
    <>
      {(['danger', 'warn', 'clock', 'good', 'waiting', 'plain'] as const).map((tone) => (
        <p key={tone}>
          <Status tone={tone}>Overdue</Status>{' '}
          <Status tone={tone} isPill>
            2 days late
          </Status>
        </p>
      ))}
      <p>
        <Reference text="L-7C1A-2291" /> <Key name="J" /> <Key name="Enter" />
      </p>
    </>
  );
}

export function Empty(): ReactNode {
  return (
    <>
      <Nothing title="Nothing waits" text="New applications appear here by themselves." />
      <Nothing isAlert title="This did not load" next={<Button>Retry</Button>} />
    </>
  );
}

export function Pages(): ReactNode {
  return (
    <Page
      title="Loan L-7C1A-2291"
      status={<Status tone="danger">Late</Status>}
      actions={<Button look="primary">Post a payment</Button>}
    >
      <Card title="Terms" aside="4 payments">
        <Facts
          items={[
            { label: 'Principal', value: '₱10,000.00' },
            { label: 'Outstanding', value: '₱8,109.09' },
          ]}
        />
      </Card>
    </Page>
  );
}

/** A list with what is chosen in it beside it. */
export function SidePanels(): ReactNode {
  return (
    <SidePanel label="The chosen payment" list={<Tables />}>
      <Stack>
        <Card title="Maria Santos">
          <Facts items={[{ label: 'Owed today', value: '₱2,846.37' }]} />
        </Card>
        <Card title="Last words">Promised to pay on Friday.</Card>
      </Stack>
    </SidePanel>
  );
}

export function CardColumns(): ReactNode {
  return ([2, 3] as const).map((count) => (
    <Columns key={count} count={count}>
      {Array.from({ length: count }, (_, at) => `Card ${at + 1}`).map((title) => (
        <Card key={title} title={title}>
          One beside the other; below it on a narrow page.
        </Card>
      ))}
    </Columns>
  ));
}

/** More rows than are drawn at once. */
export function LongTables(): ReactNode {
  const rows = Array.from({ length: 1_000 }, (_, index) => ({ id: String(index + 1) }));
  return (
    <div style={{ height: 300, display: 'flex', flexDirection: 'column' }}>
      <DataTable
        caption="Loans"
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { key: 'id', header: 'No.', narrow: 'main', cell: ({ id }) => id },
          { key: 'state', header: 'State', narrow: 'mainEnd', cell: () => 'Late' },
        ]}
      />
    </div>
  );
}

export function Tables(): ReactNode {
  const rows = [
    { id: 'a', who: 'Maria Santos', amount: '₱2,846.37', state: 'Late' },
    { id: 'b', who: 'Juan dela Cruz', amount: '₱1,423.18', state: 'Due today' },
    { id: 'c', who: 'Ana Reyes', amount: '₱530.00', state: 'Paid' },
  ];
  return (
    <DataTable
      caption="Loans"
      rows={rows}
      rowKey={({ id }) => id}
      selected="b"
      columns={[
        { key: 'who', header: 'Borrower', cell: ({ who }) => who, narrow: 'main' },
        { key: 'state', header: 'State', cell: ({ state }) => state, narrow: 'sub' },
        {
          key: 'amount',
          header: 'Due',
          cell: ({ amount }) => amount,
          align: 'right',
          narrow: 'mainEnd',
        },
      ]}
    />
  );
}

export function PlainTables(): ReactNode {
  return (
    <PlainTable
      caption="Loans by outcome"
      rows={[
        { name: 'Refused', loans: 8 },
        { name: 'As they were', loans: 90 },
      ]}
      rowKey={({ name }) => name}
      columns={[
        { header: 'Outcome', isHead: true, cell: ({ name }) => name },
        { header: 'Loans', isRight: true, cell: ({ loans }) => loans },
      ]}
    />
  );
}

export function Toast(): ReactNode {
  const toast = useToast();
  const isShown = useRef(false);
  useEffect(() => {
    if (isShown.current) return;
    isShown.current = true;
    toast('The waiver waits for a second person.');
  }, [toast]);
  return null;
}

export function BarLists(): ReactNode {
  return (
    <Bars
      bars={[
        { label: 'Reached', value: 31, note: '25%' },
        { label: 'No answer', value: 88, note: '71%' },
        { label: 'Refused by the rules', value: 0 },
      ]}
    />
  );
}

export function Meters(): ReactNode {
  return (
    <>
      <Meter label="A part" of={100} parts={[30]} />
      <p />
      <Meter label="Two parts" of={100} parts={[30, 40]} />
      <p />
      <Meter label="More than all" of={100} parts={[90, 40]} />
      <Tiles
        tiles={[
          { label: 'Owed', value: '1,200.00', foot: '3 loans' },
          { label: 'Late', value: '400.00' },
        ]}
      />
    </>
  );
}

export function LoadingShapes(): ReactNode {
  return (
    <>
      <Loading
        columns={[
          { key: 'who', header: 'Borrower' },
          { key: 'state', header: 'State' },
          { key: 'amount', header: 'Due', align: 'right' },
        ]}
      />
      <Loading columns={undefined} />
    </>
  );
}

export function Icons(): ReactNode {
  return (
    <p style={{ display: 'grid', gridTemplateColumns: 'repeat(6, 1fr)', gap: 12 }}>
      {iconNames.map((name) => (
        <span key={name}>
          <Icon name={name} /> {name}
        </span>
      ))}
    </p>
  );
}
