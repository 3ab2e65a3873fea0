import {
  activateStrategy,
  listStrategies,
  saveStrategy,
  showStrategy,
} from '@hiram/contract/console/strategy';
import { addDays } from '@hiram/loan';
import type { Selectable } from 'kysely';
import * as v from 'valibot';
import { strategyFaults, strategySteps } from '../../brands/messages/strategy.ts';
import { messageCosts, previewSteps } from '../../lending/strategy/preview.ts';
import { activeStrategy, readSteps } from '../../lending/strategy/strategies.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { isRejection, reject } from '../../platform/errors/rejection.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import type { Area } from '../actions/area.ts';
import { serveAction } from '../actions/serve-action.ts';
import {
  brandOfRequest,
  findVersion,
  listVersions,
  namedFaults,
  parsedJson,
  saveDraft,
  shownVersions,
} from '../actions/versions.ts';
import { activateAction } from './activate.ts';

const costDaysMs = 14 * 86_400_000;

const stateOf = ({ state }: Selectable<Database['strategy']>) => ({ state });

const list: StaffHandler<typeof listStrategies> = async (_input, request) => {
  const brand = brandOfRequest(request);
  const rows = await listVersions(request.db, 'strategy', brand.id);
  const since = new Date(request.now.getTime() - costDaysMs);
  return {
    versions: await shownVersions(request.db, rows, stateOf),
    costs: [...(await messageCosts(request.db, brand, since))],
  };
};

const show: StaffHandler<typeof showStrategy> = async ({ version }, request) => {
  const brand = brandOfRequest(request);
  const { db } = request;
  const row = await findVersion(db, 'strategy', brand.id, version);
  if (isRejection(row)) return row;
  const today = await request.context.appContext.clock.today(db, brand.timeZone);
  const day = addDays(today, 1);
  const steps = readSteps(row.steps);
  const previews = await previewSteps(db, { brand: brand.id, steps, day });
  const active = row.state === 'active' ? undefined : await activeStrategy(db, brand.id);
  const sentByActive = active && (await previewSteps(db, { brand: brand.id, steps: active.steps, day }));
  const loans = sentByActive?.reduce((sum, step) => sum + step.loans, 0) ?? 0;
  const [shown] = await shownVersions(db, [row], stateOf);
  if (!shown) throw new Error('a row is one version');
  return {
    ...shown,
    body: JSON.stringify(steps, undefined, 2),
    tomorrow: day,
    steps: previews.map(({ step: { if: condition, ...step }, loans, stopped, named }) => ({
      ...step,
      ...(condition ? { amountFrom: condition.amountFrom } : {}),
      loans,
      stopped,
      named: [...named],
    })),
    ...(active && { comparedWith: { version: active.version, loans } }),
  };
};

const save: StaffHandler<typeof saveStrategy> = async ({ version, note, body }, request) => {
  const brand = brandOfRequest(request);
  const parsed = v.safeParse(strategySteps, parsedJson(body));
  const faults = parsed.success
    ? strategyFaults(parsed.output, brand.contact.caps)
    : parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'the steps'}: ${issue.message}`);
  if (faults.length > 0) return reject('badStrategy', { field: 'body', values: namedFaults(faults) });
  const contents = { steps: JSON.stringify(parsed.output), note };
  return saveDraft(request, 'strategy', { brand: brand.id, version }, contents);
};

/** Strategies of messages: versions, who gets what tomorrow, costs, activation. */
export const strategyArea: Area = {
  actions: [activateAction],
  texts: {
    badStrategy: 'This strategy cannot be used: {faults}.',
    noDraft: 'This version is no draft any more.',
    noSuchVersion: 'The brand has no such version.',
  },
  routes(server) {
    server.serveStaff(listStrategies, list);
    server.serveStaff(showStrategy, show);
    server.serveStaff(saveStrategy, save);
    serveAction(server, activateStrategy, activateAction);
  },
};
