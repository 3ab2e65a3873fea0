import {
  exportTrail,
  listTrail,
  listTrailPeople,
  showCheckpoints,
  showTrailApproval,
  verifyApproval,
  verifyCheckpoints,
} from '@hiram/contract/console/trail';
import type { Area } from '../actions/area.ts';
import { listCheckpoints, verify } from './checkpoints.ts';
import { openExport, prepareExport } from './export-trail.ts';
import { showPeople } from './list-people.ts';
import { showTrail } from './list-trail.ts';
import { showApproval, verifyStoredApproval } from './show-approval.ts';

/** The audit trail: actions and readings by person. */
export const trailArea: Area = {
  actions: [],
  texts: { unknownAbout: 'This names no borrower, no order and no complaint here.' },
  routes(server) {
    server.serveStaff(listTrail, showTrail);
    server.serveStaff(listTrailPeople, showPeople);
    server.serveStaff(showTrailApproval, showApproval);
    server.serveStaff(verifyApproval, verifyStoredApproval);
    server.serveStaff(showCheckpoints, listCheckpoints);
    server.serveStaff(verifyCheckpoints, verify);
    server.serveStaff(exportTrail, prepareExport);
    server.serveFile(exportTrail, openExport);
  },
};
