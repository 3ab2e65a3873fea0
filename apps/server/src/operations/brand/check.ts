import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { BrandError, loadBrand } from '../../brands/brand.ts';
import { demoFields } from '../../brands/validation/demo-brand.ts';
import { loadTemplates } from '../../features/promotion/templates.ts';
import { defineCommand, UsageError } from '../command.ts';
import { anyText, required } from '../parameters.ts';
import { leftoversOf } from './leftovers.ts';

/** The problems of a brand's folder and what its market's law warns about, a line each. */
function examined(folder: string): { problems: readonly string[]; warnings: readonly string[] } {
  try {
    const brand = loadBrand(dirname(folder), basename(folder));
    for (const variant of brand.localized.values()) loadTemplates(dirname(folder), variant);
    const demo = demoFields(basename(folder), brand).map((line) => `${line}: refused outside the sandbox`);
    return { problems: leftoversOf(folder), warnings: [...brand.warnings, ...demo] };
  } catch (error) {
    if (!(error instanceof BrandError)) throw error;
    return { problems: error.message.split('\n'), warnings: [] };
  }
}

export const checkBrand = defineCommand({
  name: 'brand check',
  summary: "check a brand's folder: file, texts, colours, terms, another brand's leftovers",
  description:
    'Needs no settings and no database. What brands of a country share (geography, institutions) comes with the release.',
  arguments: { folder: required('DIR', "the brand's folder, with brand.json", anyText) },
  options: {},
  difference: 'the brand has an error',
  examples: ['brand check brands/ph'],
  async run({ folder: typed }, session) {
    const folder = resolve(session.folder, typed);
    if (!existsSync(folder)) throw new UsageError(`DIR: there is no folder ${folder}`);
    const { problems, warnings } = examined(folder);
    return {
      data: { problems, warnings },
      lines: [
        ...problems,
        ...warnings.map((warning) => `warning: ${warning}`),
        problems.length === 0 ? 'The brand can be served.' : `${problems.length} errors.`,
      ],
      hasFailed: problems.length > 0,
    };
  },
});
