import type { ReactNode } from 'react';
import { LostArt } from '../src/art/StatusArt.tsx';
import { Block, LiveRow, OfflineBar, StatePanel } from '../src/kit/feedback/States.tsx';
import { Card } from '../src/kit/layout/Card.tsx';
import { Screen } from '../src/kit/layout/Screen.tsx';

/** Skeletons, empty states and failed states. */
export function Waiting(): ReactNode {
  return (
    <>
      <OfflineBar>You are offline. What you see is the last we know.</OfflineBar>
      <Screen title="Waiting" busy>
        <LiveRow aside="ends 18:30">Waiting for your payment</LiveRow>
        <Block height="h120" width="w60" mid />
        <Block height="h28" width="w80" mid />
        <Card>
          <Block width="w40" />
          <Block height="h44" width="w60" />
          <Block width="w80" />
        </Card>
        <StatePanel
          art={<LostArt />}
          title="This did not load"
          text="The network did not answer. Nothing was changed."
          action={{ label: 'Retry', go: () => undefined }}
        />
        <StatePanel title="Nothing on offer right now" text="Please look in again later." />
      </Screen>
    </>
  );
}
