import { pauseSource, showFunnel as showFunnelCall } from '@hiram/contract/console/funnel';
import type { Desk } from '../actions/desk.ts';
import { serveAction } from '../actions/serve-action.ts';
import { pauseAction } from './pause-source.ts';
import { showFunnel } from './show-funnel.ts';

/** The promotion's funnel, the state of codes and captchas, and the sources that are paused. */
export const funnelDesk: Desk = {
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
