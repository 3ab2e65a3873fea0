import { sandboxChecks, sandboxServices, sandboxSetCheck } from '@hiram/contract/sandbox';
import type { Server } from '../../api/serve.ts';
import { modeOf } from '../provider/fake-checks.ts';

/** The switches by which a tester lets a service of the sandbox behave or misbehave. */
export function checkRoutes({ serveOpen }: Server): void {
  serveOpen(sandboxChecks, async (_input, { db }) => ({
    checks: await Promise.all(
      sandboxServices.map(async (service) => ({ service, mode: await modeOf(db, service) })),
    ),
  }));

  serveOpen(sandboxSetCheck, async ({ service, mode }, { db }) => {
    await db
      .insertInto('sandbox_check')
      .values({ service, mode })
      .onConflict((conflict) => conflict.column('service').doUpdateSet({ mode }))
      .execute();
    return {};
  });
}
