import { lazyPart } from '../app/screen.ts';
import type * as Columns from './ColumnChoices.tsx';
import type * as Filter from './ColumnFilterForm.tsx';
import type * as Views from './ViewChoices.tsx';

// A list is the first screen of most people: what its menus hold is loaded by the press that opens them. The casts keep that the
// parts are generic.
export const ColumnChoices = lazyPart(
  async () => (await import('./ColumnChoices.tsx')).ColumnChoices<never>,
) as unknown as typeof Columns.ColumnChoices;
export const ColumnFilterForm = lazyPart(
  async () => (await import('./ColumnFilterForm.tsx')).ColumnFilterForm<never>,
) as unknown as typeof Filter.ColumnFilterForm;
export const ViewChoices = lazyPart(
  async () => (await import('./ViewChoices.tsx')).ViewChoices<never>,
) as unknown as typeof Views.ViewChoices;
