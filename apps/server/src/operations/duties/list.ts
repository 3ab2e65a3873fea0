import { dutiesOf } from '../../lending/duties/open-duties.ts';
import { defineCommand } from '../command.ts';
import { brand as brandOption } from '../parameters.ts';

export const listDuties = defineCommand({
  name: 'duties list',
  summary: 'what the lender owes authorities, and which reports are due',
  description:
    'A duty that counsel has not confirmed rests on reports and summaries: read its source before you rely on it.',
  arguments: {},
  options: { brand: brandOption },
  examples: ['duties list', 'duties list --brand ph --json'],
  async run({ brand: only }, session) {
    const { result } = await session.withApp(async ({ db, brands, clock }) => {
      const found = [];
      for (const brand of brands.values()) {
        if (only !== undefined && brand.id !== only) continue;
        const today = await clock.today(db, brand.timeZone);
        const open = await db
          .selectFrom('duty_period')
          .select(['duty', 'id', 'from_on as from', 'to_on as to', 'due_on as dueOn'])
          .where('brand', '=', brand.id)
          .where('signed_off_at', 'is', null)
          .orderBy('due_on')
          .execute();
        for (const { layout, rule: _, ...duty } of dutiesOf(brand))
          found.push({
            brand: brand.id,
            ...duty,
            columns: layout.columns.map(({ header }) => header),
            figures: layout.rows,
            open: open
              .filter((row) => row.duty === duty.id)
              .map(({ duty: _duty, ...period }) => ({ ...period, isMissed: period.dueOn < today })),
          });
      }
      return found;
    });
    const lines = result.flatMap(({ brand, id, authority, name, isConfirmed, source, open }) => [
      `${brand} ${id}: ${authority}, ${name}${isConfirmed ? '' : ' (not confirmed)'}. ${source}`,
      ...open.map(({ to, dueOn, isMissed }) => `  to ${to}, due ${dueOn}${isMissed ? ' MISSED' : ''}`),
    ]);
    return { data: { duties: result }, lines: lines.length === 0 ? ['No duties.'] : lines };
  },
});
