import { defineCommand, UsageError } from '../command.ts';
import { by, id, required } from '../parameters.ts';

export const showFeedSecret = defineCommand({
  name: 'feed secret',
  summary: 'the secret with which a system verifies what the feed sends it',
  description:
    'The secret is the one of Standard Webhooks (whsec_…). Whoever has it can send the system events that never happened: hand it over on a safe way.',
  arguments: { id: required('ID', 'the id of the address', id<'feedAccess'>) },
  options: { by },
  examples: ["feed secret ID --by 'Ana Cruz'"],
  async run({ id, by }, session) {
    const { result } = await session.withApp(async ({ db, cipher }) => {
      const row = await db
        .selectFrom('feed_webhook')
        .select(['name', 'url', 'secret_encrypted'])
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      if (!row) throw new UsageError(`the feed is sent to no address ${id}`);
      return { name: row.name, url: row.url, secret: cipher.decrypt(row.secret_encrypted) };
    }, by);
    return { data: result, lines: [`${result.name}, ${result.url}: ${result.secret}`] };
  },
});
