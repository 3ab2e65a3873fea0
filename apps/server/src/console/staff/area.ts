import {
  acceptInvitation,
  endAdministrator,
  endEmployment,
  endStaffSessions,
  invitationOptions,
  inviteStaff,
  listRoles,
  listStaff,
  previewRoles,
  requestRoles,
} from '@hiram/contract/console/staff';
import {
  addKey,
  addKeyOptions,
  changeKeysOptions,
  endMySession,
  endStaffSession,
  listSessions,
  myAccount,
  removeKey,
  renameKey,
} from '@hiram/contract/console/staff-account';
import { setLimit } from '@hiram/contract/console/staff-limits';
import {
  confirmTotp,
  listRecoveries,
  recoverStaff,
  recoveryLink,
  recoveryOptions,
  registerRecovered,
  startTotp,
} from '@hiram/contract/console/staff-recovery';
import type { Area } from '../actions/area.ts';
import { serveAction } from '../actions/serve-action.ts';
import {
  endOwnSession,
  endSessionOf,
  giveKeyName,
  offerKeyChange,
  offerNewKey,
  registerNewKey,
  removeOwnKey,
  showAccount,
  showSessions,
} from './account.ts';
import { assignRoles } from './assign-roles.ts';
import { endAdministratorAction, endEmploymentOf, endSessionsOf } from './end-employment.ts';
import { acceptByPasskey, invitePerson, offerRegistration } from './invitations.ts';
import { showRoles } from './list-roles.ts';
import { showStaff } from './list-staff.ts';
import { recoverAction } from './recover-staff.ts';
import { offerRecovery, registerByRecovery, showRecoveries, takeRecoveryLink } from './recoveries.ts';
import { showRoleChange, storeRoleRequest } from './role-requests.ts';
import { setLimitAction } from './set-limit.ts';
import { confirmOwnTotp, offerTotp } from './totp.ts';

/** The lender's people: invitations, roles, sessions, the end of an employment, the recovery of a passkey. */
export const staffArea: Area = {
  actions: [assignRoles, endAdministratorAction, recoverAction, setLimitAction],
  texts: {
    alwaysTwo: 'One person never does this alone.',
    costOfDay: 'This is a limit of a day: give an amount for a day alone.',
    alreadyEnded: 'This person’s employment has ended.',
    codeRefused: 'This code is not accepted. Each code counts once: wait for the next one.',
    emailTaken: 'Somebody else has this address.',
    invitationUnusable: 'This invitation was used, withdrawn or has expired. Ask for another one.',
    lastPasskey: 'This is the only passkey. Add another one first.',
    linkTaken: 'The link was shown already. Request another recovery.',
    needsTwo: 'An administrator’s employment is ended by two persons: request it.',
    noMail: 'No mail server is set up (SMTP_URL), so the link cannot reach the person.',
    noTotp: 'This person set up no authenticator app. Invite them again as a new person.',
    nothingChanges: 'It is already exactly so.',
    ownEmployment: 'Nobody ends their own employment.',
    recoveryUnusable: 'This recovery was used, has ended or has expired. Ask for another one.',
    unknownRole: 'There is no such role.',
  },
  routes(server) {
    server.serveStaff(listStaff, showStaff);
    server.serveStaff(listRoles, showRoles);
    server.serveStaff(inviteStaff, invitePerson);
    server.serveOpen(invitationOptions, offerRegistration);
    server.serveOpen(acceptInvitation, acceptByPasskey);
    server.serveStaff(endStaffSessions, endSessionsOf);
    server.serveStaff(endEmployment, endEmploymentOf);
    serveAction(server, endAdministrator, endAdministratorAction);
    server.serveStaff(previewRoles, showRoleChange);
    server.serveStaff(requestRoles, storeRoleRequest);
    serveAction(server, setLimit, setLimitAction);
    server.serveStaff(listSessions, showSessions);
    server.serveStaff(endStaffSession, endSessionOf);
    server.serveStaff(myAccount, showAccount);
    server.serveStaff(endMySession, endOwnSession);
    server.serveStaff(changeKeysOptions, offerKeyChange);
    server.serveStaff(addKeyOptions, offerNewKey);
    server.serveStaff(addKey, registerNewKey);
    server.serveStaff(renameKey, giveKeyName);
    server.serveStaff(removeKey, removeOwnKey);
    server.serveStaff(startTotp, offerTotp);
    server.serveStaff(confirmTotp, confirmOwnTotp);
    serveAction(server, recoverStaff, recoverAction);
    server.serveStaff(listRecoveries, showRecoveries);
    server.serveStaff(recoveryLink, takeRecoveryLink);
    server.serveOpen(recoveryOptions, offerRecovery);
    server.serveOpen(registerRecovered, registerByRecovery);
  },
};
