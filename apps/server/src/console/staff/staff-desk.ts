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
import type { Desk } from '../actions/desk.ts';
import { assignRoles } from './assign-roles.ts';
import { endEmploymentOf, endSessionsOf } from './end-employment.ts';
import { acceptByPasskey, invitePerson, offerRegistration } from './invitations.ts';
import { showRoles } from './list-roles.ts';
import { showStaff } from './list-staff.ts';
import { requestRoles, showRoleChange } from './role-requests.ts';

/** The lender's people: invitations, roles, sessions, the end of an employment. */
export const staffDesk: Desk = {
  actions: [assignRoles],
  texts: {
    alreadyEnded: 'This person’s employment has ended.',
    emailTaken: 'Somebody else has this address.',
    invitationUnusable: 'This invitation was used, withdrawn or has expired. Ask for another one.',
    nothingChanges: 'The person already has exactly these roles.',
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
  },
};
