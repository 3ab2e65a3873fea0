import { changedParts, type Part } from '@hiram/decision/parts';
import { sql } from 'kysely';
import { policyInEffect, policyOf, recordActivations } from '../../lending/origination/decision/policies.ts';
import { isRejection, reject } from '../../platform/errors/rejection.ts';
import type { Action, ActionScope } from '../actions/action.ts';
import { oneBrandOf } from '../actions/scope.ts';
import { findVersion, lockVersions, versionsBrand } from '../actions/versions.ts';
import { policyFor } from './policy-rows.ts';

/**
 * Seconds from the approval until a version decides. Applications that are being decided meanwhile end with the former one, and
 * every server changes at the same moment of the database.
 */
const delaySeconds = 60;
/** In a sandbox nobody waits. */
const sandboxDelaySeconds = 1;
const delayOf = ({ appContext }: ActionScope) =>
  appContext.config.sandbox ? sandboxDelaySeconds : delaySeconds;

const textOf = (part: Part | undefined) => (part === undefined ? '' : JSON.stringify(part));

/** Lets a checked version decide. */
export const activateAction: Action<{ version: number }, 'noSuchVersion' | 'notChecked' | 'badPolicy'> = {
  name: 'policy.activate',
  right: 'policy.activate',
  approvalRight: 'policy.approveRequest',
  async lock(scope) {
    await lockVersions(scope.db, 'decision_policy', oneBrandOf(scope));
  },
  async preview(scope, { version }) {
    const { db } = scope;
    const brand = versionsBrand(scope);
    const row = await findVersion(db, 'decision_policy', brand.id, version);
    if (isRejection(row)) return row;
    if (row.state !== 'checked') return reject('notChecked', { field: 'version' });
    const policy = policyFor(brand, policyOf(row));
    if (isRejection(policy)) return policy;
    const current = await policyInEffect(db, brand.id);
    return {
      subject: 'decision_policy',
      subjectId: row.id,
      amount: undefined,
      needsTwo: true,
      lines: [
        {
          label: 'Version that decides',
          before: String(current.version),
          after: String(version),
        },
        ...changedParts(current.policy, policy).map(({ place, before, after }) => ({
          label: place,
          before: textOf(before),
          after: textOf(after),
          format: 'policyPart' as const,
        })),
      ],
      notes: ['It decides on every server at once, a minute after it is approved.'],
    };
  },
  async perform(scope, { version }, { approvalId }) {
    const brand = oneBrandOf(scope);
    await recordActivations(scope.db, brand);
    await scope.db
      .updateTable('decision_policy')
      .set({
        state: 'granted',
        effective_at: sql<Date>`now() + make_interval(secs => ${delayOf(scope)})`,
        approval_id: approvalId,
      })
      .where('brand', '=', brand)
      .where('version', '=', version)
      .execute();
  },
};
