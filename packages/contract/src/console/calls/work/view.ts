import * as v from 'valibot';
import { empty, filled, idOf, shownIdOf, text } from '../../../fields/fields.ts';
import { brandCall } from '../../staff-call.ts';

/** A list's name in the address: of its screen, `money-out`. */
const listName = v.pipe(v.string(), v.regex(/^[a-z][a-z-]{0,39}$/, 'is no list'));

const columnKey = v.pipe(v.string(), v.regex(/^[A-Za-z]{1,40}$/, 'is no column'));

/** The views of a list that the caller sees, their own first, and the columns that they chose. */
export const listViews = brandCall({
  name: 'listViews',
  cells: 'home',
  path: '/view/list',
  right: 'view.save',
  input: v.strictObject({ list: listName }),
  output: v.object({
    views: v.array(
      v.object({
        viewId: shownIdOf<'listView'>(),
        name: v.string(),
        /** Filters and order as in the address. It gives no right: who opens it sees what they may see. */
        query: v.string(),
        isShared: v.boolean(),
        isOwn: v.boolean(),
        by: v.string(),
      }),
    ),
    /** In their order; absent: as shipped. */
    columns: v.optional(v.array(v.string())),
  }),
});

/** Saves a view, in the place of the caller's own view of that name. A shared one is the team's: it needs `view.share`. */
export const saveView = brandCall({
  name: 'saveView',
  cells: 'home',
  path: '/view/save',
  right: 'view.save',
  input: v.strictObject({ list: listName, name: filled(60), query: text(1_000), isShared: v.boolean() }),
  output: v.object({ viewId: shownIdOf<'listView'>() }),
  rejections: ['tooManyViews'],
});

/** Removes a view of the caller's. */
export const removeView = brandCall({
  name: 'removeView',
  cells: 'home',
  path: '/view/remove',
  right: 'view.save',
  input: v.strictObject({ viewId: idOf<'listView'>() }),
  output: empty,
});

/** Keeps which columns of a list the caller sees, in their order; `columns` absent: as shipped. */
export const chooseColumns = brandCall({
  name: 'chooseColumns',
  cells: 'home',
  path: '/view/choose-columns',
  right: 'view.save',
  input: v.strictObject({
    list: listName,
    columns: v.optional(v.pipe(v.array(columnKey), v.maxLength(40, 'has more than 40 columns'))),
  }),
  output: empty,
});
