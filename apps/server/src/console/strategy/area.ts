import {
  activateStrategy,
  listStrategies,
  saveStrategy,
  showStrategy,
} from '@hiram/contract/console/strategy';
import { addDays } from '@hiram/loan';
import type { Selectable } from 'kysely';
import * as v from 'valibot';
import { type Brand, brandIn } from '../../brands/brand.ts';
import { contactLaws } from '../../brands/markets/contact-law.ts';
import { markets } from '../../brands/markets/markets.ts';
import { isMessageKind } from '../../brands/messages/message-kinds.ts';
import { type StrategyStep, strategyFaults, strategySteps } from '../../brands/messages/strategy.ts';
import { translatorFor } from '../../brands/texts/translate.ts';
import { contactsNobody } from '../../lending/contact/contact-hours.ts';
import { textOf } from '../../lending/notices/render.ts';
import { countLoans, messageCosts, type PreviewLoan, previewSteps } from '../../lending/strategy/preview.ts';
import { activeStrategy, readSteps } from '../../lending/strategy/strategies.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { isRejection, reject } from '../../platform/errors/rejection.ts';
import { recordRead } from '../access/personal-data/record-read.ts';
import { hasRight } from '../access/rights.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
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

const show: StaffHandler<typeof showStrategy> = async ({ version, isBrief = false }, request) => {
  const brand = brandOfRequest(request);
  const { db } = request;
  const row = await findVersion(db, 'strategy', brand.id, version);
  if (isRejection(row)) return row;
  const { appContext } = request.context;
  const today = await appContext.clock.today(db, brand.timeZone);
  const day = addDays(today, 1);
  const steps = readSteps(row.steps);
  const mayRead = !isBrief && hasRight(request.rights, 'loan.read', brand.id);
  const previews = await previewSteps(db, appContext, {
    brand: brand.id,
    steps,
    day,
    isBrief,
    withTexts: mayRead,
  });
  if (mayRead) for (const { named } of previews) await recordTexts(request, named);
  const other = await comparedVersion(db, brand.id, row);
  const sentByOther = other && (await countLoans(db, { brand: brand.id, steps: other.steps, day }));
  const [shown] = await shownVersions(db, [row], stateOf);
  if (!shown) throw new Error('a row is one version');
  const { from, until, days, onHolidays, channels, caps } = brand.contact;
  return {
    ...shown,
    body: JSON.stringify(steps, undefined, 2),
    tomorrow: day,
    ...(brand.holidays.has(day) ? { holiday: brand.holidays.get(day) } : {}),
    isTomorrowClosed: contactsNobody(
      {
        law: contactLaws[markets[brand.market].country],
        rules: brand.contact,
        holidays: brand.holidays,
      },
      day,
    ),
    steps: previews.map(({ step, loans, stopped, named }) => ({
      ...shownStep(step),
      loans,
      stopped,
      named: [...named],
    })),
    ...(other && {
      comparedWith: {
        version: other.version,
        isActive: row.state === 'draft',
        loans: sentByOther ?? 0,
        steps: other.steps.map(shownStep),
      },
    }),
    contact: {
      from,
      until,
      days,
      onHolidays,
      channels,
      caps: { reminder: caps.reminder, collection: caps.collection },
    },
    texts: textsOf(brand, steps),
  };
};

/** Records that the caller saw what these loans' borrowers would read: what they owe, and how late they are. */
async function recordTexts(request: StaffRequest, named: readonly PreviewLoan[]): Promise<void> {
  for (const { borrowerId, orderId, text } of named)
    if (text !== undefined)
      await recordRead(request, {
        borrowerId,
        subject: 'loan_order',
        subjectId: orderId,
        field: 'loan',
        reason: 'preview of a strategy',
      });
}

const shownStep = ({ if: condition, ...step }: StrategyStep) => ({
  ...step,
  ...(condition ? { amountFrom: condition.amountFrom } : {}),
});

/** The version beside which one is shown: of a draft the active one, of another the one before it, if there is one. */
async function comparedVersion(
  db: Db,
  brand: string,
  { state, version }: Pick<Selectable<Database['strategy']>, 'state' | 'version'>,
): Promise<{ readonly version: number; readonly steps: readonly StrategyStep[] } | undefined> {
  if (state === 'draft') return activeStrategy(db, brand);
  const before = await findVersion(db, 'strategy', brand, version - 1);
  return isRejection(before) ? undefined : { version: before.version, steps: readSteps(before.steps) };
}

/** What stands in a text for what each loan fills in. */
const placeholders = {
  amount: '[amount]',
  date: '[due date]',
  days: '[days late]',
  pay: '[link to pay]',
  object: '[link to complain]',
};

/** The texts of the kinds of messages of some steps, in each language of the brand. */
function textsOf(brand: Brand, steps: readonly StrategyStep[]) {
  const words = { name: brand.names.english, ...placeholders };
  return [...new Set(steps.map(({ kind }) => kind))].flatMap((kind) =>
    brand.languages.flatMap((language) => {
      if (!isMessageKind(kind)) return [];
      const translate = translatorFor(language, markets[brand.market]);
      return { kind, language, text: textOf({ brand: brandIn(brand, language), translate }, kind, words) };
    }),
  );
}

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
