import { pino } from 'pino';
import { servedBrands } from '../../app/served-brands.ts';
import { checkBuild } from '../../app/web/check-build.ts';
import { unconfirmedLaws } from '../../brands/markets/unconfirmed-laws.ts';
import type { Config } from '../../context/config.ts';
import { defineCommand, type Session } from '../command.ts';
import { anyText, option } from '../parameters.ts';
import { serverSettings } from '../session.ts';
import { databaseExaminations } from './database.ts';
import { type Examination, type Finding, findingOf, NotTried, Warning } from './finding.ts';
import { outsideExaminations } from './outside.ts';

/** Examines the settings and files on this machine alone. */
function localExaminations(config: Config): readonly Examination[] {
  return [
    {
      what: 'brands',
      async examine() {
        const brands = servedBrands(config, pino({ level: 'silent' }));
        return [...brands.keys()].join(', ');
      },
    },
    {
      what: 'laws',
      async examine() {
        const served = [...servedBrands(config, pino({ level: 'silent' })).values()];
        const unconfirmed = unconfirmedLaws([...new Set(served.map(({ market }) => market))]);
        return unconfirmed.length === 0
          ? 'all confirmed'
          : `not confirmed, ask counsel: ${unconfirmed.join('; ')}`;
      },
    },
    {
      what: 'identity',
      async examine() {
        const served = [...servedBrands(config, pino({ level: 'silent' })).values()];
        const asking = served.filter((brand) => brand.identity.documents.length > 0).map(({ id }) => id);
        if (asking.length === 0) return 'no brand asks for documents';
        if (!config.sandbox && !config.providers.identity)
          throw new Warning(
            `${asking.join(', ')}: documents are asked for, and without IDENTITY_URL a person checks each of them`,
          );
        return `asked for: ${asking.join(', ')}`;
      },
    },
    {
      what: 'web app',
      async examine() {
        checkBuild(config);
        return config.webDir;
      },
    },
  ];
}

const noSettings =
  'there are none, so a sandbox is examined: load the servers’ (set -a; . /etc/hiram/settings; set +a), or set SANDBOX=1';

/** Reports whether these are somebody's settings, and not only what a command takes without any. */
const isChosen = ({ SANDBOX, DATABASE_URL, BRAND }: NodeJS.ProcessEnv) =>
  Boolean(SANDBOX || DATABASE_URL || BRAND);

/** Without valid settings nothing else can be tried. */
async function findings({ environment, progress }: Session, textTo: string | undefined): Promise<Finding[]> {
  let config: Config | undefined;
  const settings = await findingOf({
    what: 'settings',
    async examine() {
      config = serverSettings(environment).config;
      if (!isChosen(environment)) throw new NotTried(noSettings);
      return config.sandbox ? 'complete, for a sandbox' : 'complete';
    },
  });
  const found = [settings];
  if (!config) return found;
  const examinations = [
    ...localExaminations(config),
    ...databaseExaminations(config),
    ...outsideExaminations(config, textTo),
  ];
  for (const examination of examinations) {
    progress(`trying: ${examination.what} …`);
    found.push(await findingOf(examination));
  }
  return found;
}

function lastLine(found: readonly Finding[]): string {
  const count = (state: Finding['state']) => found.filter((finding) => finding.state === state).length;
  const [wrong, warnings, notTried] = [count('wrong'), count('warning'), count('not tried')];
  const warned = warnings === 0 ? '' : ` Warnings: ${warnings}.`;
  const untried = notTried === 0 ? '' : ` ${notTried} not tried.`;
  return `${wrong === 0 ? 'Nothing that was tried is wrong.' : `${wrong} wrong.`}${warned}${untried}`;
}

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'try everything that a deployment needs, and say what is wrong',
  description:
    'Reads the settings, signs in to the database by both logins, writes a file to the store and removes it, reads a statement of each provider, and asks a running server through the load balancer. Changes nothing else.',
  arguments: {},
  options: { textTo: option('NUMBER', 'also send one real text message to this mobile number', anyText) },
  difference: 'something is wrong',
  examples: ['doctor', 'doctor --text-to +639171234567'],
  async run({ textTo }, session) {
    const found = await findings(session, textTo);
    const wrong = found.filter(({ state }) => state === 'wrong').length;
    return {
      data: { findings: found, wrong },
      lines: [
        ...found.map(({ what, state, line }) => `${state.padEnd(9)}  ${what}: ${line}`),
        lastLine(found),
      ],
      hasFailed: wrong > 0,
    };
  },
});
