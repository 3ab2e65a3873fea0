import { type ReactNode, useEffect } from 'react';
import { HeldRow } from '../src/kit/feedback/HeldRow.tsx';
import { LockedNote } from '../src/kit/feedback/LockedNote.tsx';
import { BannerLink, StatePanel } from '../src/kit/feedback/States.tsx';
import { toast } from '../src/kit/feedback/toaster.ts';
import { Block, LiveRow, OfflineBar } from '../src/kit/feedback/Waiting.tsx';
import { Card } from '../src/kit/layout/Card.tsx';

const nothing = (): void => undefined;

export function Waiting(): ReactNode {
  return (
    <>
      <OfflineBar>You are offline. What you see is the last we know.</OfflineBar>
      <LiveRow aside="ends 18:30">Waiting for your payment</LiveRow>
      <Card>
        <Block width="w40" />
        <Block height="h44" width="w60" />
        <Block width="w80" />
      </Card>
    </>
  );
}

export const LockedNotes = (): ReactNode => <LockedNote>We never ask for PIN or OTP</LockedNote>;

export function States(): ReactNode {
  return (
    <>
      <StatePanel
        title="This did not load"
        text="The network did not answer. Nothing was changed."
        action={{ label: 'Retry', go: nothing }}
        other={{ label: 'Back', go: nothing }}
      />
      <StatePanel title="Nothing on offer right now" text="Please look in again later." />
      <BannerLink href="#how">See how to pay, step by step</BannerLink>
      <HeldRow action={{ label: 'Confirm', go: nothing }}>A payment waits for you.</HeldRow>
    </>
  );
}

function Toast({ kind }: { readonly kind: 'info' | 'error' }): ReactNode {
  useEffect(() => {
    const shown = toast(`A toast of the kind ${kind}, with a few words`, { kind });
    return () => shown.close();
  }, [kind]);
  return null;
}

export const InfoToast = (): ReactNode => <Toast kind="info" />;
export const ErrorToast = (): ReactNode => <Toast kind="error" />;
