import type { Server } from '../../api/serve.ts';
import type { OwnAddresses } from '../fill/fill.ts';
import type { SandboxProvider } from '../provider/provider.ts';
import { cashierRoutes } from './cashier-routes.ts';
import { checkRoutes } from './check-routes.ts';
import { clockRoutes } from './clock-routes.ts';
import { payoutRoutes } from './payout-routes.ts';
import { staffRoutes } from './staff-routes.ts';
import { testerRoutes } from './tester-routes.ts';

/**
 * Calls for trying the product: demo borrowers, the business clock, the text inbox and the cashier. Routed in the sandbox only.
 */
export function sandboxRoutes(
  server: Server,
  provider: SandboxProvider,
  addresses: () => OwnAddresses,
): void {
  testerRoutes(server, provider, addresses);
  clockRoutes(server);
  checkRoutes(server);
  cashierRoutes(server, provider);
  payoutRoutes(server, provider);
  staffRoutes(server);
}
