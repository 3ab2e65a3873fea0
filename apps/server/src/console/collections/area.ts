import * as calls from '@hiram/contract/console/collections';
import type { Area } from '../actions/area.ts';
import { serveAction } from '../actions/serve-action.ts';
import { addAgency, assign, listAgencies, recall } from './agencies.ts';
import { claim, report, startCall, stop, unstop } from './calls.ts';
import { list } from './list.ts';
import { makeCallCode } from './pay-code.ts';
import { show } from './show-loan.ts';
import { team } from './team.ts';

/** Late loans: who is called next, calls, promises, stops, agencies and the figures of the team. */
export const collectionsArea: Area = {
  actions: [addAgency],
  texts: {
    notNow: 'Not now: {why}.{from}',
    outcomeFirst: 'Report what came of your last call first.',
    notLate: 'Nothing is overdue on this loan.',
    noOpenCall: 'This call is not yours, or its outcome is reported already.',
    noChannel: 'No channel of the brand takes what is due today.',
    forbiddenWords: 'The rules of conduct: {rule}. Take it out to save.',
    badPromise: 'A promise names an amount and a day within {days} days.',
    twoPromises: 'Two promises are open already.',
    noSuchStop: 'This stop is over, or nobody ends it by hand.',
    taken: 'A colleague has this loan.',
    noSuchAgency: 'There is no such agency, or its time is over.',
    noSuchCollector: 'There is no such person with the role for it.',
    badAgency: 'Give a new name, and days of at most a year that are not over.',
    badDays: 'Choose days of at most a year.',
  },
  routes(server) {
    server.serveStaff(calls.listLateLoans, list);
    server.serveStaff(calls.showLateLoan, show);
    server.serveStaff(calls.startCall, startCall);
    server.serveStaff(calls.reportOutcome, report);
    server.serveStaff(calls.makeCallCode, makeCallCode);
    server.serveStaff(calls.setStop, stop);
    server.serveStaff(calls.endStop, unstop);
    server.serveStaff(calls.claimLoan, claim);
    server.serveStaff(calls.assignLoans, assign);
    server.serveStaff(calls.listAgencies, listAgencies);
    server.serveStaff(calls.recallAgency, recall);
    server.serveStaff(calls.showTeam, team);
    serveAction(server, calls.addAgency, addAgency);
  },
};
