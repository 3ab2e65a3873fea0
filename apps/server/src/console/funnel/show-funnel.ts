import type { showFunnel as showFunnelCall } from '@hiram/contract/console/funnel';
import { addDays, localDate } from '@hiram/loan';
import { funnelOf, pausedSources } from '../../lending/origination/funnel.ts';
import { codeState } from '../../messaging/code-state.ts';
import { reject } from '../../platform/errors/rejection.ts';
import type { StaffHandler } from '../access/serve-staff.ts';

/** Days that are shown by default, and at most. */
const defaultDays = 7;
const maxDays = 92;

/** The funnel of a range of days with the state of codes and captchas now. */
export const showFunnel: StaffHandler<typeof showFunnelCall> = async (input, staffRequest) => {
  const { context, db, brand, now } = staffRequest;
  const { appContext } = context;
  const { timeZone } = appContext.brands.get(brand) ?? appContext.defaultBrand;
  const to = localDate(input.to ?? (await appContext.clock.today(db, timeZone)));
  const from = localDate(input.from ?? addDays(to, 1 - defaultDays));
  if (from > to || from < addDays(to, 1 - maxDays)) return reject('badRange', { field: 'from' });
  const { userFrom, template } = input;
  const { total, rows } = await context.reports.read((reportDb) =>
    funnelOf(reportDb, brand, { from, to, userFrom, template }),
  );
  const state = await codeState(db, brand, now);
  return {
    from,
    to,
    total,
    rows: [...rows],
    paused: (await pausedSources(db, brand)).map(({ pausedAt, ...pause }) => ({
      ...pause,
      pausedAt: pausedAt.toISOString(),
    })),
    codes: { ...state, purposes: [...state.purposes], prefixes: [...state.prefixes] },
  };
};
