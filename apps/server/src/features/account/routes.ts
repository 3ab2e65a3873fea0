import * as calls from '@hiram/contract/account';
import type { Server } from '../../api/serve.ts';
import { listConsents, setConsent } from './consents.ts';
import { cancelDeletion, requestDeletion } from './deletion.ts';
import { logIn } from './log-in.ts';
import { changePassword } from './passwords/change-password.ts';
import { resetPassword } from './passwords/reset-password.ts';
import { savePreferences } from './preferences.ts';
import { showProfile } from './profile.ts';
import { callWithCode, textCode } from './send-code.ts';
import { listDevices, logOut, signOutDevices } from './sessions.ts';
import { issueTicket, redeemTicket } from './tickets.ts';

/** Signing in and out, and the borrower's account and settings (KEY-01). */
export function accountRoutes({ serve, serveOpen }: Server): void {
  serveOpen(calls.smsCode, textCode);
  serveOpen(calls.voiceCode, callWithCode);
  serveOpen(calls.login, logIn);
  serveOpen(calls.resetPassword, resetPassword);
  serve(calls.changePassword, changePassword);
  serveOpen(calls.redeemTicket, redeemTicket);
  serve(calls.ticket, issueTicket);
  serve(calls.logout, logOut);
  serve(calls.devices, listDevices);
  serve(calls.signOut, signOutDevices);
  serve(calls.profile, showProfile);
  serve(calls.savePreferences, savePreferences);
  serve(calls.consents, listConsents);
  serve(calls.setConsent, setConsent);
  serve(calls.deleteAccount, requestDeletion);
  serve(calls.cancelAccountDeletion, cancelDeletion);
}
