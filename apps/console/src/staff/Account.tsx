import { endMySession, myAccount } from '@hiram/contract/console/staff-account';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import { Card, Page } from '../kit/Page.tsx';
import { Fault } from '../net/Fault.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffAction, useStaffCall } from '../net/useStaffCall.ts';
import { KeyboardChoice } from './KeyboardChoice.tsx';
import { Passkeys } from './Passkeys.tsx';
import { Sessions } from './Sessions.tsx';
import { Totp } from './Totp.tsx';

/** The person's own passkeys, authenticator app, sessions and keys of the keyboard. */
export function Account(): ReactNode {
  const { t } = useLingui();
  const query = useStaffCall(myAccount, {});
  const ending = useStaffAction(endMySession);
  return (
    <Page title={t`Your account`}>
      <Loaded query={query}>
        {({ keys, sessions, totpSetUpAt }) => {
          const others = sessions.filter(({ isCurrent }) => !isCurrent);
          return (
            <>
              <Passkeys keys={keys} />
              <Totp setUpAt={totpSetUpAt} />
              <Card
                title={t`Where you are signed in`}
                isFlush
                aside={
                  others.length > 1 && (
                    <Button
                      disabled={ending.isPending}
                      onClick={() => {
                        for (const { sessionId } of others) ending.mutate({ sessionId });
                      }}
                    >{t`End the ${others.length} others`}</Button>
                  )
                }
              >
                <Sessions sessions={sessions} onEnd={(sessionId) => ending.mutate({ sessionId })} />
                <Fault error={ending.error} />
              </Card>
              <KeyboardChoice />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
