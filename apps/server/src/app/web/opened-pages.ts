import type { AnsweredCall, ServerCall, View, ViewRenderer } from '@hiram/visitor-pages/server-call';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../../context/app-context.ts';
import { basePrefix } from '../base-prefix.ts';
import { answerOf, type FirstCall, firstCallOf, isOpened } from './first-answer.ts';
import { loadViews, readServerCalls } from './first-view.ts';
import { jsonBlock } from './json-block.ts';
import { type Page, showScript } from './pages.ts';

/**
 * Documents that wait for their first call at once. Beyond it pages call by themselves: a slow database keeps
 * no more of them.
 */
const maxWaiting = 100;

/** The work that the server has begun for a document. */
interface Begun {
  readonly call: ServerCall;
  readonly first: FirstCall;
  readonly next: FirstCall | undefined;
  readonly page: Page;
}

/** The document that is requested. */
interface Requested {
  readonly name: string;
  readonly brandId: string;
  readonly page: Page;
}

const answeredCall = ({ name, input, sessionId }: FirstCall, answer: object): AnsweredCall => ({
  name,
  input,
  sessionId,
  answer,
});

const dataBlock = (name: string, value: object): string =>
  `<script type="application/json" id="hiram-${name}">${jsonBlock(value)}</script>`;

/** Undefined if the screen shows no first view on the server: the page then renders it from the answer. */
async function viewOf(
  views: ViewRenderer | undefined,
  request: FastifyRequest,
  page: Page,
  first: AnsweredCall,
): Promise<View | undefined> {
  try {
    return await views?.render({
      url: new URL(request.url, `${request.protocol}://${request.host}`).href,
      settings: page.settings,
      cookie: '',
      first,
    });
  } catch (error) {
    request.log.warn({ err: error }, 'no first view');
    return undefined;
  }
}

/** The view, and the answers that it shows as the page takes them over. The page knows its session. */
function blocksOf({ html, first, needsLater }: View): string[] {
  const { next } = first;
  return [
    `<div id="hiram-view" hidden>${html}</div>`,
    dataBlock('answer', { result: first.result, ...(needsLater ? { needsLater } : {}) }),
    next ? dataBlock('next', { ...next, sessionId: undefined }) : '',
  ];
}

/**
 * Begins what an opened page needs besides its document. Returns undefined for a request whose page calls by itself; otherwise
 * the HTML behind the shell: the first view and the answer of the page's first call. It is empty if there is no answer.
 */
export type BeginPage = (request: FastifyRequest, requested: Requested) => Promise<string> | undefined;

export function openedPages(app: FastifyInstance, { config }: AppContext): BeginPage {
  const calls = readServerCalls(config.webDir);
  const views = calls.size > 0 ? loadViews(config.webDir) : undefined;
  let waiting = 0;

  async function restOf(request: FastifyRequest, { call, first, next, page }: Begun): Promise<string> {
    const [answer, nextAnswer] = await Promise.all([
      answerOf(app, request, first, basePrefix),
      next && answerOf(app, request, next, basePrefix),
    ]);
    // Nobody reads what would follow. To render it would cost the borrowers who wait.
    const isLeft = request.raw.socket.destroyed;
    // The page calls by itself where that can succeed: with the proof that this document sets, or after a fault.
    if (isLeft || !answer || answer.status === 401 || answer.status >= 500) {
      app.countPage(isLeft ? 'left' : 'none');
      return '';
    }
    // Without it the page sends the second call by itself.
    const second = next && nextAnswer?.status === 200 ? answeredCall(next, nextAnswer.envelope) : undefined;
    const shown = { ...answeredCall(first, answer.envelope), ...(second ? { next: second } : {}) };
    const view =
      call.isRendered && answer.status === 200 ? await viewOf(views, request, page, shown) : undefined;
    app.countPage(view ? 'view' : 'answer');
    return [...(view ? blocksOf(view) : [dataBlock('answer', answer.envelope)]), showScript].join('');
  }

  return (request, { name, brandId, page }) => {
    const call = calls.get(name);
    if (!call || !isOpened(request, config.sandbox)) return undefined;
    const first = firstCallOf(call, request, brandId);
    if (!first) return undefined;
    if (waiting >= maxWaiting) {
      app.countPage('busy');
      return undefined;
    }
    waiting += 1;
    const next = call.isRendered && call.next ? firstCallOf(call.next, request, brandId) : undefined;
    return restOf(request, { call, first, next, page })
      .catch((error: unknown) => {
        request.log.error({ err: error }, 'a document ends without its answer');
        return '';
      })
      .finally(() => {
        waiting -= 1;
      });
  };
}
