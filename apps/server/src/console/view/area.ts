import { chooseColumns, listViews, removeView, saveView } from '@hiram/contract/console/view';
import type { Area } from '../actions/area.ts';
import { remove, save, saveColumns, showViews } from './views.ts';

/** Saved views of lists, and the columns that a person chose. */
export const viewArea: Area = {
  actions: [],
  texts: { tooManyViews: 'You have saved 50 views of this list. Remove one first.' },
  routes(server) {
    server.serveStaff(listViews, showViews);
    server.serveStaff(saveView, save);
    server.serveStaff(removeView, remove);
    server.serveStaff(chooseColumns, saveColumns);
  },
};
