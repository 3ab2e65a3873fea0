import type { Messages } from '@lingui/core';

/**
 * The catalogues of every language: one per feature, and one (`ground`) that all screens share. Each is fetched only
 * when one of its screens opens. A page's first screen does not need this list: its document names its catalogues.
 */
const catalogues = import.meta.glob<Messages>('../../locales/*/*.po', { import: 'messages' });

/** The catalogues of a screen. `module` is its file under src/; its first folder is the feature. */
export function cataloguesOf(module: string, language: string): Promise<(Messages | undefined)[]> {
  const names = ['ground', module.split('/')[0] ?? ''];
  return Promise.all(names.map((name) => catalogues[`../../locales/${language}/${name}.po`]?.()));
}
