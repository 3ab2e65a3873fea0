import {
  acceptInvitation,
  askRoles,
  endEmployment,
  endStaffSessions,
  invitationOptions,
  inviteStaff,
  listRoles,
  listStaff,
  previewRoles,
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
import type { Desk } from '../actions/desk.ts';
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
import { endEmploymentOf, endSessionsOf } from './end-employment.ts';
import { acceptByPasskey, invitePerson, offerRegistration } from './invitations.ts';
import { showRoles } from './list-roles.ts';
import { showStaff } from './list-staff.ts';
import { requestRoles, showRoleChange } from './role-requests.ts';
import { setLimitAction } from './set-limit.ts';

/** The lender's people: invitations, roles, sessions, the end of an employment. */
export const staffDesk: Desk = {
  actions: [assignRoles, setLimitAction],
  texts: {
    alwaysTwo: 'One person never does this alone.',
    alreadyEnded: 'This person’s employment has ended.',
    emailTaken: 'Somebody else has this address.',
    invitationUnusable: 'This invitation was used, withdrawn or has expired. Ask for another one.',
    lastPasskey: 'This is the only passkey. Add another one first.',
    nothingChanges: 'It is already exactly so.',
    ownEmployment: 'Nobody ends their own employment.',
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
    server.serveStaff(previewRoles, showRoleChange);
    server.serveStaff(askRoles, requestRoles);
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
  },
};
