import { type DistributionRule, distributionRules } from '../distribution/rules.ts';

const shown = 10;

function named(names: readonly string[]): string {
  const first = names.slice(0, shown).map((name) => `\`${name}\``);
  return names.length > shown
    ? `${names.length}: ${first.join(', ')} and others`
    : `${names.length}: ${first.join(', ')}`;
}

function rows({ rule, source, breaks }: DistributionRule): string[] {
  return Object.entries(breaks).map(
    ([remedy, names], at) =>
      `| ${at === 0 ? `${rule} [Source](${source})` : ''} | ${named(names)} | ${remedy} |`,
  );
}

function section(product: DistributionRule['product']): string {
  const rules = distributionRules.filter((rule) => rule.product === product);
  const kept = rules.filter(({ breaks }) => Object.keys(breaks).length === 0);
  return `## ${product}

| rule | of ours | what has to change |
|---|---|---|
${rules.flatMap(rows).join('\n')}

Nothing of ours breaks these:

${kept.map(({ rule, source }) => `- ${rule} [Source](${source})`).join('\n')}
`;
}

/** docs/distribution-rules.md: what of ours breaks the rules of two distributed PostgreSQLs. */
export function distributionReference(): string {
  return `# Rules of two distributed databases

Generated from \`tools/distribution/rules.json\` by \`npm run published\`; [Past one primary](distribution.md) says what it is for. The rules are those that the makers document. **None was tried.** Every statement of the server and of the schema’s functions, and every table, index, reference and trigger is checked against them: a new one that breaks a rule fails a test until it is listed with what has to change. Statements are named by file and first table. All names are in \`rules.json\`.

${section('Citus')}
${section('YugabyteDB')}`;
}
