import type { Messages } from '@lingui/core';

const files = import.meta.glob<Messages>('../locales/*/{ground,confirm,home,order,repay}.po', {
  import: 'messages',
  eager: true,
});
const english = import.meta.glob<Messages>('../locales/fil/{ground,confirm,home,order,repay}.po', {
  import: 'messages',
  query: '?english',
  eager: true,
});

/** The texts of the screens that the server renders, by language and feature (`en/order`). */
export const catalogues: Record<string, Messages> = {};
for (const [file, messages] of Object.entries(files)) {
  const [, name = ''] = /(\w+\/[\w-]+)\.po$/.exec(file) ?? [];
  catalogues[name] = messages;
}
for (const [file, messages] of Object.entries(english))
  catalogues[file.replace(/.*fil(.*)\.po$/, 'en$1')] = messages;
