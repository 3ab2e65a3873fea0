import { messagePurposes } from '@hiram/contract/messages';
import { isLocalDate } from '@hiram/loan/local-date';
import { BrandError, loadBrand } from '../../brands/brand.ts';
import { contactLaws } from '../../brands/markets/contact-law.ts';
import { markets } from '../../brands/markets/markets.ts';
import { brandsFolder } from '../../context/config.ts';
import { contactAnswer } from '../../lending/contact/contact-hours.ts';
import { dayIn } from '../../platform/clock/clock.ts';
import { contactChannels } from '../../platform/database/schema/messages/contact-attempts.ts';
import { defineCommand, UsageError } from '../command.ts';
import { anyText, flag, oneOf, option, required } from '../parameters.ts';
import { root } from '../session.ts';

/** A moment with its offset: `2026-11-27T21:58:00+08:00`. */
function moment(text: string): Date {
  const at = new Date(text);
  const [, day = ''] = /^(.*)T.*(?:Z|[+-]\d\d:?\d\d)$/.exec(text) ?? [];
  if (!isLocalDate(day) || Number.isNaN(at.getTime()))
    throw new UsageError(`${text} is not a moment: write 2026-11-27T21:58:00+08:00`);
  return at;
}

function zone(text: string): string {
  try {
    dayIn(text, new Date());
    return text;
  } catch {
    throw new UsageError(`${text} is not a time zone: write Asia/Manila`);
  }
}

function wholeDays(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new UsageError(`${text} is not a number of days`);
  return Number(text);
}

export const checkContact = defineCommand({
  name: 'contact check',
  summary: 'whether a borrower may be contacted at a moment',
  description:
    'Answers by the law and by the brand’s hours, for a borrower without stops and earlier attempts. Needs no settings and no database.',
  arguments: {},
  options: {
    brand: required('BRAND', 'the brand', anyText),
    at: required('MOMENT', 'the moment in ISO 8601 with its offset', moment),
    zone: required('ZONE', 'the borrower’s time zone', zone),
    daysLate: required('DAYS', 'days by which the loan is late; 0: not late', wholeDays),
    channel: required('CHANNEL', contactChannels.join(', '), oneOf(contactChannels)),
    purpose: option('PURPOSE', `${messagePurposes.join(', ')}; collection if absent`, oneOf(messagePurposes)),
    consent: flag('the borrower said that other hours suit them'),
  },
  examples: [
    'contact check --brand ph --at 2026-11-27T21:58:00+08:00 --zone Asia/Manila --days-late 3 --channel call --json',
  ],
  async run({ brand: id, at, zone, daysLate, channel, purpose = 'collection', consent }, session) {
    const brand = brandIn(brandsFolder(session.environment.BRANDS_DIR, root), id);
    const law = contactLaws[markets[brand.market].country];
    const answer = contactAnswer(
      {
        law,
        rules: brand.contact,
        holidays: brand.holidays,
        zones: [zone],
        daysLate,
        hasConsent: consent,
        stops: [],
        attempts: [],
      },
      { channel, purpose, byPerson: channel === 'call' || channel === 'visit' },
      at,
    );
    if (answer.ok) return { data: { ok: true }, lines: ['The borrower may be contacted.'] };
    const { why, from } = answer;
    const source = law.isConfirmed ? law.source : `${law.source} (not confirmed)`;
    return {
      data: { ok: false, ...(from ? { from: from.toISOString() } : {}), why },
      lines: [
        `Not allowed: ${why}.`,
        ...(why.startsWith('law') ? [`Source: ${source}`] : []),
        ...(from ? [`Allowed from ${from.toISOString()}.`] : []),
      ],
    };
  },
});

function brandIn(folder: string, id: string) {
  try {
    return loadBrand(folder, id);
  } catch (error) {
    throw error instanceof BrandError ? new UsageError(`--brand: ${error.message}`) : error;
  }
}
