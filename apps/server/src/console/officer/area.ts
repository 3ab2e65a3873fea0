import { clearHit, confirmHit, listHits, reportHit, showHit } from '@hiram/contract/console/officer';
import type { Area } from '../actions/area.ts';
import { serveAction } from '../actions/serve-action.ts';
import { clear, confirm, report } from './decide-hit.ts';
import { countHits, showHits, showOneHit } from './hits.ts';

/** Borrowers who may be, or are, on a list of persons, and the cases of those who are. */
export const officerArea: Area = {
  actions: [clear, confirm, report],
  texts: {
    hitDecided: 'This match is decided already.',
    noOpenCase: 'There is no open case: the match is not confirmed, or was reported already.',
  },
  routes(server) {
    server.serveStaff(listHits.page, showHits);
    server.serveStaff(listHits.count, countHits);
    server.serveStaff(showHit, showOneHit);
    serveAction(server, clearHit, clear);
    serveAction(server, confirmHit, confirm);
    serveAction(server, reportHit, report);
  },
};
