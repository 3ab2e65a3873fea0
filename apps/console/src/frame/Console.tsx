import { me } from '@hiram/contract/console/session';
import { type ReactNode, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { lazyPart } from '../app/screen.ts';
import { StaffFault } from '../net/client.ts';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import { Locked } from '../session/Locked.tsx';
import { SignIn } from '../session/SignIn.tsx';
import { Frame } from './Frame.tsx';

// Few pages begin with them.
const Invitation = lazyPart(async () => (await import('../session/Invitation.tsx')).Invitation);
const Recovery = lazyPart(async () => (await import('../session/Recovery.tsx')).Recovery);

/** The console: who is not signed in signs in, and everybody else sees the frame with their screens. */
export function Console(): ReactNode {
  return (
    <Suspense>
      <Switch>
        <Route path="/invitation" component={Invitation} />
        <Route path="/recovery" component={Recovery} />
        <Route component={SignedIn} />
      </Switch>
    </Suspense>
  );
}

function SignedIn(): ReactNode {
  const query = useStaffCall(me, {});
  if (query.error instanceof StaffFault && query.error.code === 'notSignedIn') return <SignIn />;
  return (
    <Loaded query={query}>
      {(person) => (person.locked ? <Locked name={person.name} /> : <Frame person={person} />)}
    </Loaded>
  );
}
