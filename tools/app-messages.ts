import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { root } from './root.ts';

/** The Lingui configuration of the borrower's web app. */
export const config = getConfig({ configPath: `${root}/apps/borrower/lingui.config.ts` });

/** The web app's catalogues, each with the messages that its sources have now: by id, and their English texts by id. */
export const catalogues = await Promise.all(
  (await getCatalogs(config)).map(async (catalogue) => {
    const messages = await catalogue.collect();
    if (!messages) throw new Error(`Lingui cannot read a source of ${catalogue.path}. Run npm run extract.`);
    const english = Object.entries(messages).map(([id, { message = id }]) => [id, message] as const);
    return { name: catalogue.name, catalogue, messages, english: new Map(english) };
  }),
);
