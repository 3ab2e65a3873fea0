import { type StrategyStep, strategyFaults } from '../../brands/messages/strategy.ts';
import { activeStrategy, readSteps } from '../../lending/strategy/strategies.ts';
import { isRejection, reject } from '../../platform/errors/rejection.ts';
import type { Action } from '../actions/action.ts';
import { oneBrandOf } from '../actions/scope.ts';
import { findVersion, lockVersions, namedFaults, versionsBrand } from '../actions/versions.ts';

/** A step as one line of a comparison. */
const lineOf = ({ day, kind, channel, client, if: condition }: StrategyStep) =>
  [
    `day ${day}`,
    kind,
    ...(channel ? [`by ${channel}`] : []),
    ...(client ? [`${client} clients`] : []),
    ...(condition ? [`from ${condition.amountFrom} cents`] : []),
  ].join(', ');

/** Lets a draft of a strategy decide what is sent. */
export const activateAction: Action<{ version: number }, 'noSuchVersion' | 'noDraft' | 'badStrategy'> = {
  name: 'strategy.activate',
  right: 'strategy.activate',
  approvalRight: 'strategy.approveRequest',
  async lock(scope) {
    await lockVersions(scope.db, 'strategy', oneBrandOf(scope));
  },
  async preview(scope, { version }) {
    const { db } = scope;
    const brand = versionsBrand(scope);
    const row = await findVersion(db, 'strategy', brand.id, version);
    if (isRejection(row)) return row;
    if (row.state !== 'draft') return reject('noDraft', { field: 'version' });
    const steps = readSteps(row.steps);
    const faults = strategyFaults(steps, brand.contact.caps);
    if (faults.length > 0) return reject('badStrategy', { field: 'version', values: namedFaults(faults) });
    const current = await activeStrategy(db, brand.id);
    const [before, after] = [current.steps.map(lineOf), steps.map(lineOf)];
    return {
      subject: 'strategy',
      subjectId: row.id,
      amount: undefined,
      needsTwo: true,
      lines: [
        { label: 'Version that is sent', before: String(current.version), after: String(version) },
        ...[...new Set([...before, ...after])]
          .filter((line) => before.includes(line) !== after.includes(line))
          .map((line) => ({
            label: line,
            before: before.includes(line) ? 'sent' : 'not sent',
            after: after.includes(line) ? 'sent' : 'not sent',
            format: 'text' as const,
          })),
      ],
      notes: ['It holds from the next run of the scheduler on. What is queued is sent as it was queued.'],
    };
  },
  async perform(scope, { version }, { approvalId }) {
    const brand = oneBrandOf(scope);
    await scope.db
      .updateTable('strategy')
      .set({ state: 'superseded' })
      .where('brand', '=', brand)
      .where('state', '=', 'active')
      .execute();
    await scope.db
      .updateTable('strategy')
      .set({ state: 'active', effective_at: scope.now, approval_id: approvalId })
      .where('brand', '=', brand)
      .where('version', '=', version)
      .execute();
  },
};
