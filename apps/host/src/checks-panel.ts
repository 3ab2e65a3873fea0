import { element } from './element.ts';
import { sandbox } from './sandbox.ts';

const services = {
  identity: 'Identity service',
  bureau: 'Credit bureau',
  screening: 'Screening service',
} as const;
const modes = {
  behaves: 'answers as it should',
  lies: 'answers another question',
  hangs: 'does not answer',
  repeats: 'repeats: bills again, reports a match, reads a document at the second time alone',
  contradicts: 'contradicts itself, or verifies another name',
} as const;

/** The switches by which the services of outside checks behave or misbehave, for every applicant from now on. */
export function createChecksPanel(showNotice: (text: string) => void): HTMLElement {
  const explain = (error: unknown) => showNotice(error instanceof Error ? error.message : String(error));
  const rows = Object.entries(services).map(([service, label]) => {
    const choice = element(
      'select',
      { label },
      ...Object.entries(modes).map(([mode, text]) => element('option', { value: mode }, text)),
    );
    choice.addEventListener('change', () => {
      sandbox.setCheck(service, choice.value).catch(explain);
    });
    return { service, choice, row: element('p', {}, element('span', {}, `${label} `), choice) };
  });
  sandbox
    .checks()
    .then(({ checks }) => {
      for (const { service, choice } of rows)
        choice.value = checks.find((check) => check.service === service)?.mode ?? 'behaves';
    })
    .catch(explain);
  return element(
    'section',
    { class: 'panel' },
    element('h2', {}, 'Outside checks'),
    ...rows.map(({ row }) => row),
  );
}
