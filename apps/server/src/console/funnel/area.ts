import { pauseSource, showFunnel as showFunnelCall } from '@hiram/contract/console/funnel';
import type { Area } from '../actions/area.ts';
import { serveAction } from '../actions/serve-action.ts';
import { pauseAction } from './pause-source.ts';
import { showFunnel } from './show-funnel.ts';

/** The promotion's funnel, the state of codes and captchas, and the sources that are paused. */
export const funnelArea: Area = {
  actions: [pauseAction],
  texts: {
    alreadySo: 'The source is already in this state.',
    badRange: 'The first day is after the last one, or the range has more than 92 days.',
    unknownSource: 'No visitor of this brand came from this source.',
  },
  routes(server) {
    server.serveStaff(showFunnelCall, showFunnel);
    serveAction(server, pauseSource, pauseAction);
  },
};
