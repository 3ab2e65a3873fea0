import type { Messages } from '@lingui/core';

/**
 * The catalogues of every language: one per feature, and one (`ground`) that all screens share. Each is fetched only
 * when one of its screens opens. A page's first screen does not need this list: its document names its catalogues.
 * English stands in the sources: a build extracts it for each catalogue (`tools/screen-plugins.ts`).
 */
const translated = import.meta.glob<Messages>('../../locales/*/*.po', { import: 'messages' });
const english = import.meta.glob<Messages>('../../locales/fil/*.po', {
  import: 'messages',
  query: '?english',
});

/** The catalogues of a screen. `module` is its file under src/; its first folder is the feature. */
export function cataloguesOf(module: string, language: string): Promise<(Messages | undefined)[]> {
  const names = ['ground', module.split('/')[0] ?? ''];
  const [catalogues, folder] = language === 'en' ? [english, 'fil'] : [translated, language];
  return Promise.all(names.map((name) => catalogues[`../../locales/${folder}/${name}.po`]?.()));
}
