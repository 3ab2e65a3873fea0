import {
  activateStrategy,
  listStrategies,
  saveStrategy,
  showStrategy,
} from '@hiram/contract/console/strategy';
import type { StrategyId } from '@hiram/contract/ids';
import { addDays } from '@hiram/loan';
import * as v from 'valibot';
import { strategyFaults, strategySteps } from '../../brands/messages/strategy.ts';
import { messageCosts, previewSteps } from '../../lending/strategy/preview.ts';
import { activeStrategy, readSteps } from '../../lending/strategy/strategies.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { isRejection, reject } from '../../platform/errors/rejection.ts';
import { newId } from '../../platform/ids.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import type { Area } from '../actions/area.ts';
import { serveAction } from '../actions/serve-action.ts';
import { activateAction } from './activate.ts';
import { brandOfRequest, lockStrategy, shownVersions, strategyRow } from './strategy-rows.ts';

const maxVersions = 100;
const costDaysMs = 14 * 86_400_000;

const list: StaffHandler<typeof listStrategies> = async (_input, request) => {
  const brand = brandOfRequest(request);
  const rows = await request.db
    .selectFrom('strategy')
    .selectAll()
    .where('brand', '=', brand.id)
    .orderBy('version', 'desc')
    .limit(maxVersions)
    .execute();
  const since = new Date(request.now.getTime() - costDaysMs);
  return {
    versions: await shownVersions(request.db, rows),
    costs: [...(await messageCosts(request.db, brand, since))],
  };
};

const show: StaffHandler<typeof showStrategy> = async ({ version }, request) => {
  const brand = brandOfRequest(request);
  const { db } = request;
  const row = await strategyRow(db, brand.id, version);
  if (isRejection(row)) return row;
  const today = await request.context.appContext.clock.today(db, brand.timeZone);
  const day = addDays(today, 1);
  const steps = readSteps(row.steps);
  const previews = await previewSteps(db, { brand: brand.id, steps, day });
  const active = row.state === 'active' ? undefined : await activeStrategy(db, brand.id);
  const activePreviews = active && (await previewSteps(db, { brand: brand.id, steps: active.steps, day }));
  const [shown] = await shownVersions(db, [row]);
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
    ...(active && activePreviews
      ? {
          comparedWith: {
            version: active.version,
            loans: activePreviews.reduce((sum, { loans }) => sum + loans, 0),
          },
        }
      : {}),
  };
};

function parsedJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Faults that a rejection names. */
const maxNamed = 5;

const save: StaffHandler<typeof saveStrategy> = async ({ version, note, body }, request) => {
  const brand = brandOfRequest(request);
  const parsed = v.safeParse(strategySteps, parsedJson(body));
  const faults = parsed.success
    ? strategyFaults(parsed.output, brand.contact.caps)
    : parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'the steps'}: ${issue.message}`);
  if (faults.length > 0)
    return reject('badStrategy', {
      field: 'body',
      values: { faults: faults.slice(0, maxNamed).join('; ') },
    });
  const values = { steps: JSON.stringify(parsed.output), note };
  return inTransaction(request.db, async (trx) => {
    await lockStrategy(trx, brand.id);
    if (version !== undefined) {
      const saved = await trx
        .updateTable('strategy')
        .set(values)
        .where('brand', '=', brand.id)
        .where('version', '=', version)
        .where('state', '=', 'draft')
        .executeTakeFirst();
      return saved.numUpdatedRows === 1n ? { version } : reject('noDraft', { field: 'version' });
    }
    const { last } = await trx
      .selectFrom('strategy')
      .select((eb) => eb.fn.max('version').as('last'))
      .where('brand', '=', brand.id)
      .executeTakeFirstOrThrow();
    const id: StrategyId = newId();
    const next = (last ?? 0) + 1;
    await trx
      .insertInto('strategy')
      .values({
        id,
        brand: brand.id,
        version: next,
        state: 'draft',
        created_at: request.now,
        created_by: request.session.staffId,
        ...values,
      })
      .execute();
    return { version: next };
  });
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
