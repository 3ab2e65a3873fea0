import {
  demoPeople,
  lock,
  me,
  moveDemoClock,
  signIn,
  signInDemo,
  signInOptions,
  signOut,
  unlock,
  unlockOptions,
} from '@hiram/contract/console/session';
import { endStaffSessionsOf, lockSession } from '../access/sign-in/sessions.ts';
import type { Area } from '../actions/area.ts';
import { moveDay, showDemoPeople } from './demo-people.ts';
import { showMe } from './me.ts';
import { offerSignIn, openSessionByPasskey } from './sign-in.ts';
import { openDemoSession } from './sign-in-demo.ts';
import { offerUnlock, unlockByPasskey } from './unlock.ts';

/** Signing in and out, locking and unlocking. */
export const sessionArea: Area = {
  actions: [],
  texts: {
    passkeyRefused: 'This passkey was not accepted.',
    tooFarAhead: 'The sandbox’s day is as far ahead as it can be. Start it empty again.',
  },
  routes(server) {
    server.serveOpen(signInOptions, offerSignIn);
    server.serveOpen(signIn, openSessionByPasskey);
    if (server.context.appContext.config.sandbox) {
      server.serveOpen(signInDemo, openDemoSession);
      server.serveOpen(demoPeople, showDemoPeople);
      server.serveOpen(moveDemoClock, moveDay);
    }
    server.serveStaff(me, showMe);
    server.serveStaff(signOut, async (_input, { db, session, now, setSession }) => {
      await endStaffSessionsOf(db, { tokenHash: session.tokenHash }, now);
      setSession(undefined);
      return {};
    });
    server.serveStaff(lock, async (_input, { db, session, now }) => {
      await lockSession(db, session, now);
      return {};
    });
    server.serveStaff(unlockOptions, offerUnlock);
    server.serveStaff(unlock, unlockByPasskey);
  },
};
