import type { StaffServer } from '../access/serve-staff.ts';
import type { Action } from './action.ts';
import type { Actions } from './approve.ts';

/** A part of the console: its calls, the actions that a second person can approve, and the texts of its rejections. */
export interface Area {
  readonly actions: readonly Action[];
  /** English text by reason of rejection, with `{field}`s for the rejection's values. */
  readonly texts: Readonly<Record<string, string>>;
  /** Adds the area's calls. `actions`: those of every area. */
  routes(server: StaffServer, actions: Actions): void;
}
