import { consolePrefix } from '@hiram/contract/console/staff-call';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { actAs, staffIs } from '../../platform/database/actor.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { tokenHash } from '../../platform/http/sessions/session.ts';
import { addLogFields } from '../../platform/logs/log.ts';
import { type ConsoleContext, isSecure } from '../access/console-context.ts';
import { setSessionCookie } from '../access/sign-in/cookie.ts';
import { openStaffSession } from '../access/sign-in/sessions.ts';
import { createDirectory, type Directory, type PendingSignIn } from './directory.ts';
import { acceptPerson } from './people.ts';
import { clearStateCookie, readStateCookie, setStateCookie } from './state-cookie.ts';

/** The time that a person may take at the directory. */
const signInMs = 10 * 60_000;

/** The reason why a sign-in by the directory opens no session: the sign-in page says it. */
type SignInFault = 'notAnswered' | 'noRole' | 'left';

/** `GET /directory/start` and `GET /directory/return`: signing in by the lender's directory, if it is configured. */
export function directoryRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const settings = context.appContext.config.console?.directory;
  if (!settings) return;
  const returnUrl = () => `${context.origin()}${consolePrefix}/directory/return`;
  const directory = createDirectory(settings, returnUrl);

  app.get('/directory/start', async (_request, reply) => {
    const { url, pending } = await directory.begin();
    await actAs('call directoryStart', () => savePending(context, pending));
    // Only the browser that began a sign-in can end it: nobody is signed in as somebody else by a link.
    setStateCookie(reply, isSecure(context), pending.state);
    return reply.redirect(url);
  });

  app.get('/directory/return', (request, reply) =>
    actAs('call directoryReturn', async () => {
      const state = readStateCookie(request, isSecure(context));
      const answer = new URL(`${returnUrl()}${new URL(request.url, returnUrl()).search}`);
      const result = await finish(context, directory, { state, answer });
      addLogFields(request, { outcome: 'refused' in result ? result.refused : 'done' });
      clearStateCookie(reply, isSecure(context));
      if ('refused' in result) return backToConsole(reply, `/?refused=${result.refused}`);
      setSessionCookie(reply, isSecure(context), result.token);
      return backToConsole(reply, '/');
    }),
  );
}

/**
 * Opens the console by a page of its own. A redirect would belong to the directory's navigation, whose site is another one, so
 * that the browser would leave the session's cookie out.
 */
function backToConsole(reply: FastifyReply, path: string): FastifyReply {
  return reply.header('refresh', `0; url=${path}`).type('text/plain').send('');
}

async function savePending({ appContext }: ConsoleContext, pending: PendingSignIn): Promise<void> {
  const { db, clock } = appContext;
  await inTransaction(db, (trx) =>
    trx
      .insertInto('staff_directory_sign_in')
      .values({
        state_hash: tokenHash(pending.state),
        nonce: pending.nonce,
        code_verifier: pending.codeVerifier,
        expires_at: new Date(clock.now().getTime() + signInMs),
      })
      .execute(),
  );
}

/** Removes a sign-in and returns it, or undefined if it is unknown, used or expired. */
async function consumePending(db: Db, state: string, now: Date): Promise<PendingSignIn | undefined> {
  const row = await inTransaction(db, (trx) =>
    trx
      .deleteFrom('staff_directory_sign_in')
      .where('state_hash', '=', tokenHash(state))
      .returningAll()
      .executeTakeFirst(),
  );
  if (!row || row.expires_at <= now) return undefined;
  return { state, nonce: row.nonce, codeVerifier: row.code_verifier };
}

interface Answer {
  /** The state of the browser's cookie. */
  readonly state: string | undefined;
  readonly answer: URL;
}

async function finish(
  { appContext }: ConsoleContext,
  directory: Directory,
  { state, answer }: Answer,
): Promise<{ readonly token: string } | { readonly refused: SignInFault }> {
  const { db, clock, config } = appContext;
  const now = clock.now();
  const pending = state === undefined ? undefined : await consumePending(db, state, now);
  const person = pending && (await directory.finish(answer, pending));
  const settings = config.console?.directory;
  if (!person || !settings) return { refused: 'notAnswered' };
  return inTransaction(db, async (trx) => {
    const accepted = await acceptPerson(trx, person, settings);
    if ('refused' in accepted) return accepted;
    const { staffId } = accepted;
    staffIs(staffId);
    return { token: await openStaffSession(trx, { staffId, keyId: undefined, isByDirectory: true, now }) };
  });
}
