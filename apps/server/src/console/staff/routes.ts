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
import type { StaffServer } from '../access/serve-staff.ts';
import { endEmploymentOf, endSessionsOf } from './end-employment.ts';
import { acceptByPasskey, invitePerson, offerRegistration } from './invitations.ts';
import { showRoles } from './list-roles.ts';
import { showStaff } from './list-staff.ts';
import { requestRoles, showRoleChange } from './role-requests.ts';

/** The lender's people: invitations, roles, sessions, the end of an employment. */
export function staffRoutes(server: StaffServer): void {
  server.serveStaff(listStaff, showStaff);
  server.serveStaff(listRoles, showRoles);
  server.serveStaff(inviteStaff, invitePerson);
  server.serveOpen(invitationOptions, offerRegistration);
  server.serveOpen(acceptInvitation, acceptByPasskey);
  server.serveStaff(endStaffSessions, endSessionsOf);
  server.serveStaff(endEmployment, endEmploymentOf);
  server.serveStaff(previewRoles, showRoleChange);
  server.serveStaff(askRoles, requestRoles);
}
