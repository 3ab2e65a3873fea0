import { chooseColumns, listViews, removeView, saveView } from '@hiram/contract/console/view';
import type { Desk } from '../actions/desk.ts';
import { keepColumns, remove, save, showViews } from './views.ts';

/** Saved views of lists, and the columns that a person chose. */
export const viewDesk: Desk = {
  actions: [],
  texts: { tooManyViews: 'You have saved 50 views of this list. Remove one first.' },
  routes(server) {
    server.serveStaff(listViews, showViews);
    server.serveStaff(saveView, save);
    server.serveStaff(removeView, remove);
    server.serveStaff(chooseColumns, keepColumns);
  },
};
