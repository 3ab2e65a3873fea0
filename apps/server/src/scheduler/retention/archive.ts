import type { LocalDate } from '@hiram/loan';
import type { Brand } from '../../brands/brand.ts';
import type { AppContext } from '../../context/app-context.ts';
import { archivedBefore, archiveLoans, sampleArchive } from '../../lending/ledger/archive.ts';
import { oncePerDay } from '../../platform/jobs/daily-run.ts';

/** Maximum number of loans that a day archives for a brand. A backlog takes several days. */
const maxLoans = 50_000;

/** Archives loans that were settled `archiveAfterYears` of the brand's file ago, once a business day among all servers. */
export async function archiveByAge(appContext: AppContext, brand: Brand, today: LocalDate): Promise<void> {
  const years = brand.archiveAfterYears;
  if (years === undefined) return;
  const before = archivedBefore(today, years);
  await oncePerDay(appContext, { name: 'loan archive', brand: brand.id, day: today }, async (heartbeat) => ({
    archived: await archiveLoans(appContext, { brand: brand.id, before, max: maxLoans }, heartbeat),
  }));
}

/** Reads a part of the archive, so that damage is found before somebody needs the loan. */
export async function checkArchive(appContext: AppContext): Promise<void> {
  const day = await appContext.clock.today(appContext.db, appContext.defaultBrand.timeZone);
  await oncePerDay(appContext, { name: 'archive check', brand: 'all', day }, async () => {
    const { loans, damaged } = await sampleArchive(appContext.db);
    if (damaged.length > 0) appContext.log.error({ damaged }, 'archived loans are damaged');
    return { loans, damaged: damaged.length };
  });
}
