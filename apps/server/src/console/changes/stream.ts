import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { actAs } from '../../platform/database/actor.ts';
import { TooMany } from '../../platform/errors/rejection.ts';
import { type ConsoleContext, isSecure } from '../access/console-context.ts';
import { ForeignOrigin, SessionLocked } from '../access/errors.ts';
import { readSessionCookie } from '../access/sign-in/cookie.ts';
import { readStaffSession, type StaffSession } from '../access/sign-in/sessions.ts';
import { type ChangeFeed, createChangeFeed } from './change-feed.ts';

/** The interval at which a stream proves that it lives, and checks that its session does. */
const checkMs = 15_000;
/** Streams of one session: tabs of one browser. */
const maxOfSession = 8;
const maxStreams = 500;

/**
 * `GET /stream`: server-sent events with the tables in which rows were changed and how many. It needs an open session, which it
 * does not keep open: a session that nobody uses locks, and the stream ends.
 */
export function changeStream(app: FastifyInstance, context: ConsoleContext): void {
  const feeds = new Map<number, ChangeFeed>();
  /** A feed of each cell that answers now: a page reads again what changes in any of them. */
  const feedsNow = (): readonly ChangeFeed[] => {
    for (const [id, cell] of context.cells?.all() ?? [[0, context] as const])
      if (cell && !feeds.has(id)) feeds.set(id, createChangeFeed(cell.appContext.db, cell.appContext.log));
    return [...feeds.values()];
  };
  const streams = new Map<PassThrough, string>();
  app.get('/stream', async (request, reply) => {
    const session = await actAs('call stream', () => openSession(context, request));
    const ofSession = [...streams.values()].filter((id) => id === session.id).length;
    if (ofSession >= maxOfSession || streams.size >= maxStreams) throw new TooMany(15);
    const stream = openStream(feedsNow(), async () => {
      await actAs('call stream', () => openSession(context, request));
    });
    streams.set(stream, session.id);
    stream.on('close', () => streams.delete(stream));
    request.raw.on('close', () => stream.destroy());
    return reply
      .type('text/event-stream')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(stream);
  });
  // A stream never ends by itself: the server would wait for it.
  app.addHook('preClose', async () => {
    for (const stream of streams.keys()) stream.end();
    await Promise.all([...feeds.values()].map((feed) => feed.close()));
  });
}

/** The open session of a request from a page of the console. Throws what it lacks. */
async function openSession(context: ConsoleContext, request: FastifyRequest): Promise<StaffSession> {
  // A browser sends no Origin with a GET from its own origin.
  if (request.headers['sec-fetch-site'] !== 'same-origin')
    throw new ForeignOrigin('a request from another site');
  const { db, clock } = context.appContext;
  const token = readSessionCookie(request, isSecure(context));
  const session = await readStaffSession(db, token, clock.now());
  if (session.isLocked) throw new SessionLocked('locked');
  return session;
}

/** A stream of changes. It ends when `check` throws. */
function openStream(feeds: readonly ChangeFeed[], check: () => Promise<void>): PassThrough {
  const stream = new PassThrough();
  stream.write('retry: 5000\n\n');
  const unlisten = feeds.map((feed) =>
    feed.listen((counts) => stream.write(`data: ${JSON.stringify(counts)}\n\n`)),
  );
  const timer = setInterval(() => {
    check().then(
      () => stream.write(': \n\n'),
      () => stream.end(),
    );
  }, checkMs);
  stream.on('close', () => {
    clearInterval(timer);
    for (const end of unlisten) end();
  });
  return stream;
}
