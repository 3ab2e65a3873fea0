import { defineCommand, UsageError } from '../command.ts';
import { by, id, option, required } from '../parameters.ts';

/** Parses a place in the feed. */
function place(text: string): number {
  if (!/^\d{1,15}$/.test(text))
    throw new UsageError(`${text} is not a place in the feed: write a number from 0`);
  return Number(text);
}

export const replayFeed = defineCommand({
  name: 'feed replay',
  summary: 'send a system the feed again, from a place on',
  description:
    'A system that reads the feed with a key goes back by itself: it asks with an earlier `after`. Its events have the same ids as before.',
  arguments: { id: required('ID', 'the id of the address', id<'feedAccess'>) },
  options: { after: option('PLACE', 'the place after which it begins; by default 0', place), by },
  change: {},
  examples: ["feed replay ID --after 1200 --by 'Ana Cruz'"],
  async run({ id, after = 0, by }, session) {
    const { result, changes } = await session.withOwner(async (db) => {
      const row = await db
        .updateTable('feed_webhook')
        .set({ delivered_to: after, lease: null, lease_until: null, next_try_at: null })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .returning('name')
        .executeTakeFirst();
      if (!row) throw new UsageError(`the feed is sent to no address ${id}`);
      return row.name;
    }, by);
    return {
      data: { id, after },
      lines: [`${result} ${session.isDryRun ? 'would get' : 'gets'} the events after place ${after} again.`],
      changes,
    };
  },
});
