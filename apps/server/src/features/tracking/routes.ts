import { saveEvent } from '@hiram/contract/tracking';
import type { Server } from '../../api/serve.ts';
import { saveTap } from './save-tap.ts';

/** Taps in the app (ORD-17). */
export function trackingRoutes({ serve }: Server): void {
  serve(saveEvent, saveTap);
}
