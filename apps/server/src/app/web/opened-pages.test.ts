import { createHash, randomBytes } from 'node:crypto';
import { type ClientRequest, get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';
import { profile } from '@hiram/contract/account';
import { contractList } from '@hiram/contract/confirm';
import { confirmScene } from '@hiram/contract/confirm-scene';
import { homeIndex } from '@hiram/contract/home';
import { asId, type OrderId } from '@hiram/contract/ids';
import { loanDetails } from '@hiram/contract/order';
import { fromWire } from '@hiram/contract/wire';
import { beforeAll, expect, inject, test, vi } from 'vitest';
import { asOwner } from '../../../test/support/database/throwaway-cluster.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { isOpened } from './first-answer.ts';
import { loadViews } from './first-view.ts';
import { jsonBlock } from './json-block.ts';

const dist = fileURLToPath(new URL('../../../../borrower/dist', import.meta.url));

const hiram = setUpHiram();
beforeAll(async () => {
  await hiram.refuseUnnamed();
});

type Headers = Readonly<Record<string, string>>;

/** The headers of a browser whose user opens an address. */
const opening = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' };
const newCookie = () => `hiram_proof=${randomBytes(32).toString('base64url')}; hiram_proven=1`;

function addressOf(page: string, { context, productId, orderId }: DemoBorrower): string {
  return `${hiram.origin}${page}?${new URLSearchParams({ ...context, productId, orderId })}`;
}

/** A document as it arrives. `shell` has what is there before the rest, `html` all of it. */
interface Arriving {
  readonly headers: IncomingHttpHeaders;
  readonly shell: string;
  readonly html: Promise<string>;
}

/** Requests a document. The client decompresses what it has, as browsers do. */
async function open(address: string, headers: Headers = {}): Promise<Arriving> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(address, { headers: { ...opening, ...headers } }, resolve).on('error', reject);
  });
  const body = response.headers['content-encoding'] === 'gzip' ? response.pipe(createGunzip()) : response;
  const shell = Promise.withResolvers<string>();
  let read = '';
  const html = (async () => {
    for await (const piece of body) {
      read += String(piece);
      if (/<p class="notice retry"[\s\S]*<\/p>$/.test(read)) shell.resolve(read);
    }
    shell.resolve(read);
    return read;
  })();
  return { headers: response.headers, shell: await shell.promise, html };
}

const documentOf = async (address: string, headers: Headers = {}) => (await open(address, headers)).html;

/** The answer that a document contains: what its view shows, or the envelope; undefined without one. */
function answerIn(html: string): Record<string, unknown> | undefined {
  const [, json] = /<script type="application\/json" id="hiram-answer">(.*?)<\/script>/s.exec(html) ?? [];
  return json === undefined ? undefined : JSON.parse(json);
}

/** Holds every session, so that no call is answered until `during` ends. */
async function whileCallsWait(during: () => Promise<void>): Promise<void> {
  await asOwner(inject('cluster'), hiram.database, async (owner) => {
    await owner.query('begin; lock table session in access exclusive mode');
    try {
      await during();
    } finally {
      await owner.query('rollback');
    }
  });
}

const isCalled = '<html lang="en" data-called';
const answerBlock = 'id="hiram-answer">';
const viewBlock = '<div id="hiram-view"';
/** The texts that the document contains. A failed comparison of whole documents could not be read. */
const has = (html: string, ...texts: readonly string[]) => texts.map((text) => html.includes(text));

test('an opened page’s shell arrives before its first call has answered, compressed too [T620]', async () => {
  const borrower = await hiram.borrower({ state: '170' });
  const { orderId, productId } = borrower;
  const expected = await hiram.send(loanDetails, { orderId, productId }, borrower.context);
  for (const encoding of ['gzip, br', 'identity']) {
    let arriving: Arriving | undefined;
    await whileCallsWait(async () => {
      arriving = await open(addressOf('/order', borrower), { 'accept-encoding': encoding });
    });
    if (!arriving) throw new Error('no document');
    const { headers, shell } = arriving;
    expect(headers['cache-control']).toBe('no-store');
    expect(has(shell, isCalled, '="new"', '<div id="root">')).toEqual([true, true, true]);
    expect(has(shell, answerBlock, viewBlock)).toEqual([false, false]);
    const html = await arriving.html;
    expect(html.startsWith(shell)).toBe(true);
    // As the app reads it: under its own names, without the codes of the wire.
    expect(answerIn(html)).toEqual({
      result: { ok: true, code: '00', message: '', data: fromWire(loanDetails.output, expected.data) },
    });
    const rest = html.slice(shell.length);
    // A first document's scripts come before an answer that takes longer than 60 ms.
    const view = rest.indexOf(viewBlock);
    expect(rest.slice(0, view).replace(/<script\b[\s\S]*?<\/script>/g, '')).toBe('');
    expect(rest.slice(view)).toMatch(/^<div id="hiram-view" hidden>[\s\S]*Loan active/);
    // The policy allows no style attributes, and of scripts this one.
    expect(has(rest, ' style="', '<script>alert')).toEqual([false, false]);
    expect(has(rest, '</script><script>window.hiramShow&&hiramShow()</script>')).toEqual([true]);
    expect(rest.endsWith('</script></body></html>')).toBe(true);
  }
});

/** The texts and the scripts that a document brings, and the languages of its specified texts. */
function broughtBy(html: string) {
  const [, textsFile] = /id="hiram-texts" title="([^"]*)"/.exec(html) ?? [];
  const scripts = [...html.matchAll(/<script type="text\/plain" class="hiram-scripts">(.*?)<\/script>/gs)];
  return {
    textsFile,
    scripts: scripts.map(([, text = '']) => text),
    hasSpecified: /kept\$\["specified-copy-/.test(html),
  };
}

test('a browser’s first document brings its scripts and texts; later documents name their files [T741]', async () => {
  const borrower = await hiram.borrower({ state: '170' });
  const addressIn = (lang: string) => `${addressOf('/order', borrower)}&lang=${lang}`;
  for (const [lang, textsFile, hasSpecified] of [
    ['en', /^texts-Order-en-/, true],
    ['id-ID', /^texts-Order-id-/, true],
    ['zh-CN', /^texts-Order-en-/, true],
  ] as const) {
    const { headers, html } = await open(addressIn(lang));
    const first = await html;
    const brought = broughtBy(first);
    expect([lang, brought.hasSpecified]).toEqual([lang, hasSpecified]);
    expect(brought.textsFile).toMatch(textsFile);
    expect(has(first, 'rel="modulepreload"', '<script type="module"')).toEqual([false, false]);
    expect(brought.scripts.length).toBe(2);
    for (const script of brought.scripts) {
      const hash = createHash('sha256').update(script).digest('base64');
      expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`);
    }
  }
  const later = await documentOf(addressIn('en'), { cookie: newCookie() });
  expect(has(later, isCalled, viewBlock, 'rel="modulepreload"', '<script type="module"')).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(broughtBy(later)).toEqual({ textsFile: undefined, scripts: [], hasSpecified: false });
});

test('the server begins no call for a preview, a prefetch, a frame or another site’s link [T621]', async () => {
  const borrower = await hiram.borrower({ state: '170' });
  const address = addressOf('/order', borrower);
  const notOpened: Headers[] = [
    { 'sec-fetch-mode': 'cors' },
    { 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
  ];
  for (const headers of notOpened) {
    const html = await documentOf(address, headers);
    expect([headers, has(html, isCalled, answerBlock)]).toEqual([headers, [false, false]]);
  }
  expect(has(await (await fetch(address)).text(), isCalled)).toEqual([false]);
  // None of them bound the session: a page still can.
  expect((await hiram.send(profile, {}, borrower.context, { headers: { cookie: newCookie() } })).status).toBe(
    200,
  );

  const request = (userAgent: string) => ({
    method: 'GET',
    headers: { ...opening, 'user-agent': userAgent },
  });
  const android =
    'Mozilla/5.0 (Linux; Android 13; A1; wv) AppleWebKit/537.36 Version/4.0 Chrome/120.0 Mobile Safari/537.36';
  const ios =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
  for (const [agent, production] of [
    [android, true],
    [ios, true],
    [android.replace('; wv', ''), false],
    [`${ios} Safari/604.1`, false],
    ['', false],
  ] as const)
    expect([agent, isOpened(request(agent), false), isOpened(request(agent), true)]).toEqual([
      agent,
      production,
      true,
    ]);
});

test('a document has data only with the session’s own proof, and no word of another’s order [T622]', async () => {
  const [own, other] = [await hiram.borrower({ state: '170' }), await hiram.borrower({ state: '170' })];
  const cookie = newCookie();
  // With its cookie an opened page binds the session, as its first call would.
  expect(answerIn(await documentOf(addressOf('/order', own), { cookie }))).toHaveProperty('result.ok', true);
  for (const cookies of [newCookie(), 'other=1']) {
    const html = await documentOf(addressOf('/order', own), { cookie: cookies });
    expect(has(html, answerBlock, viewBlock)).toEqual([false, false]);
  }
  const ask = async (orderId: OrderId) => {
    const html = await documentOf(addressOf('/order', { ...own, orderId }), { cookie });
    return [answerIn(html), has(html, viewBlock)];
  };
  const foreign = await ask(other.orderId);
  expect(foreign).toEqual(await ask(asId('01a20674-0aef-7485-a1a5-2800a30a70f2')));
  expect(foreign).toMatchObject([{ success: false }, [false]]);
  // What the address lacks or gets wrong is answered as the page's own call is.
  const orderId: OrderId = asId('x'.repeat(300));
  const { code, message } = await hiram.send(loanDetails, { orderId }, own.context, { headers: { cookie } });
  const bad = `${hiram.origin}/order?${new URLSearchParams({ ...own.context, orderId })}`;
  expect(answerIn(await documentOf(bad, { cookie }))).toMatchObject({ success: false, code, message });
});

test('a confirmation’s view and document have its agreements too, for its own session alone [T704]', async () => {
  const borrower = await hiram.borrower({ state: 'ready' });
  const { productId, context } = borrower;
  const cookie = newCookie();
  const html = await documentOf(addressOf('/loanConfirmPeriod', borrower), { cookie });
  const [, json] = /<script type="application\/json" id="hiram-next">(.*?)<\/script>/s.exec(html) ?? [];
  const { data } = await hiram.send(contractList, { productId, scene: confirmScene }, context, {
    headers: { cookie },
  });
  expect(JSON.parse(json ?? '{}')).toEqual({
    name: contractList.name,
    input: JSON.stringify({ productId, scene: confirmScene }),
    result: expect.objectContaining({ ok: true, data }),
  });
  const [, view] = /<div id="hiram-view"[^>]*>(.*)<script type/s.exec(html) ?? [];
  expect(data.list.filter(({ title }) => !view?.includes(title))).toEqual([]);
  const other = await documentOf(addressOf('/loanConfirmPeriod', borrower), { cookie: newCookie() });
  expect(has(other, viewBlock, 'id="hiram-next"')).toEqual([false, false]);
});

test('an answer that takes too long is left out, and the document ends: the page calls by itself [T623]', async () => {
  const borrower = await hiram.borrower({ state: '170' });
  await whileCallsWait(async () => {
    const html = await documentOf(addressOf('/order', borrower));
    expect(has(html, isCalled, answerBlock, viewBlock)).toEqual([true, false, false]);
    expect(html.endsWith('</body></html>')).toBe(true);
  });
});

/** The documents that arrive in `during` wait for their answers as long as a slow machine needs, not three seconds. */
async function withPatience(during: () => Promise<void>): Promise<void> {
  const { setTimeout: start } = globalThis;
  const timers = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((run: () => void, ms?: number) =>
      start(run, ms === 3_000 ? 60_000 : ms)) as typeof setTimeout);
  try {
    await during();
  } finally {
    timers.mockRestore();
  }
}

/** The number of opened pages with this ending, as the metrics say. */
async function endedSo(ending: string): Promise<number> {
  const text = await hiram.server.app.metricsText();
  return Number(
    new RegExp(`^hiram_opened_pages_total{ending="${ending}"} (\\d+)$`, 'm').exec(text)?.[1] ?? Number.NaN,
  );
}

test('beyond a hundred waiting documents the next ones call by themselves [T700]', async () => {
  const borrower = await hiram.borrower({ state: '170' });
  const address = addressOf('/order', borrower);
  const [views, left, busy] = [await endedSo('view'), await endedSo('left'), await endedSo('busy')];
  const leave = async () => {
    const arriving: ClientRequest[] = [];
    const begin = () =>
      new Promise<IncomingMessage>((resolve) => {
        arriving.push(get(address, { headers: opening }, resolve).on('error', () => undefined));
      });
    await Promise.all(Array.from({ length: 100 }, begin));
    const own = await documentOf(address);
    expect(has(own, isCalled, answerBlock)).toEqual([false, false]);
    expect(await endedSo('busy')).toBe(busy + 1);
    for (const request of arriving) request.destroy();
    await hiram.until(
      () => endedSo('left'),
      (ended) => ended === left + 100,
    );
  };
  await whileCallsWait(() => withPatience(leave));
  expect(await endedSo('view')).toBe(views);
  // The calls of those who left still hold the database's connections for a while.
  await hiram.until(
    () => documentOf(address),
    (text) => text.includes(isCalled) && text.includes(viewBlock),
  );
  expect(await endedSo('view')).toBe(views + 1);
});

test('hostile texts stay texts in the view and in the answer [T624]', async () => {
  const borrower = await hiram.borrower({ state: 'ready' });
  const { data } = await hiram.send(homeIndex, {}, borrower.context);
  const hostile = '</script><script>alert(1)</script><img src=x onerror=alert(1)>" style="x\u2028\u2029';
  const [product] = data.products;
  if (!product) throw new Error('no product');
  const answerOf = (products: readonly object[]) => ({
    success: true,
    code: '00',
    message: '',
    data: { ...data, products },
  });
  const envelope = answerOf([{ ...product, productName: hostile }]);
  const page = await (await fetch(`${hiram.origin}/product`)).text();
  const [, settings = ''] = /id="hiram">(.*?)<\/script>/s.exec(page) ?? [];
  const { sessionId = '' } = borrower.context;
  const view = async (answered: object) => {
    const { html } = await loadViews(dist).render({
      url: addressOf('/product', borrower),
      settings,
      cookie: '',
      first: { name: 'homeIndex', input: '{}', sessionId, answer: answered },
    });
    return html;
  };
  const html = await view(envelope);
  expect(has(html, '&lt;/script>&lt;script>alert(1)')).toEqual([true]);
  expect(has(html, '<script', '<img src=x', ' style="')).toEqual([false, false, false]);
  // Each view has modules of its own: the next one knows nothing of this one.
  expect(has(await view(answerOf([product])), 'alert(1)')).toEqual([false]);
  const block = jsonBlock(envelope);
  expect(block).not.toMatch(/<\/script|<!--/);
  expect(JSON.parse(block)).toEqual(envelope);
});
