import { expect, test } from 'vitest';
import { AnswerCache, maxAnswerAgeMs } from './answer-cache.ts';

/** A phone, and pages on it with a session of their own. */
function makePhone() {
  const phone = { text: null as string | null, time: 1_000_000 };
  const store = {
    read: () => phone.text,
    write: (text: string) => {
      phone.text = text;
    },
    drop: () => {
      phone.text = null;
    },
  };
  const page = (secret: string | undefined) =>
    new AnswerCache({ now: () => phone.time, secret: () => secret, store });
  return { phone, store, page };
}

const home = { due: 480_941, name: 'Salapi Loan' };

test('an answer with its time is read again by the same session, and is readable nowhere without it [T660]', async () => {
  const { phone, page } = makePhone();
  await page('one').save('home', home);
  phone.time += 60_000;
  await page('one').save('order 1', { due: 1 });
  expect(await page('one').read('home')).toMatchObject({ data: home, at: 1_000_000 });
  expect(await page('one').read('order 1')).toMatchObject({ data: { due: 1 }, at: 1_060_000 });
  expect(phone.text).not.toMatch(/480941|Salapi|order/);
  expect(phone.text).not.toContain(btoa('Salapi').slice(0, 6));
});

test.each([['another'], ['one '], [undefined]])(
  'a page of another session, brand or build (%s) reads nothing, and removes what it cannot read [T661]',
  async (secret) => {
    const { phone, page } = makePhone();
    await page('one').save('home', home);
    expect(await page(secret).read('home')).toBeUndefined();
    expect(phone.text).toBeNull();
    await page('one').save('home', home);
    await page(secret).sweep();
    expect(phone.text).toBeNull();
  },
);

test('another session’s answer replaces the former one and is never mixed with it', async () => {
  const { page } = makePhone();
  await page('one').save('home', home);
  await page('two').save('order 2', { due: 2 });
  expect(await page('two').read('home')).toBeUndefined();
  expect(await page('two').read('order 2')).toMatchObject({ data: { due: 2 } });
});

test('an answer of more than a day, or of the future, is not shown and is removed', async () => {
  for (const later of [maxAnswerAgeMs + 1, -1]) {
    const { phone, page } = makePhone();
    await page('one').save('home', home);
    phone.time += later;
    expect(await page('one').read('home')).toBeUndefined();
    expect(phone.text).toBeNull();
  }
});

test('an old answer is left out beside a new one', async () => {
  const { phone, page } = makePhone();
  await page('one').save('home', home);
  phone.time += maxAnswerAgeMs;
  await page('one').save('order 1', {});
  phone.time += 1;
  expect(await page('one').read('home')).toBeUndefined();
  expect(await page('one').read('order 1')).toBeDefined();
});

test('a text that was changed or is no answer is not shown and is removed', async () => {
  const { phone, page } = makePhone();
  await page('one').save('home', home);
  const whole = phone.text ?? '';
  const { data, ...rest }: Record<string, string> = JSON.parse(whole);
  const changed = `${data?.startsWith('A') ? 'B' : 'A'}${data?.slice(1)}`;
  for (const text of [JSON.stringify({ ...rest, data: changed }), 'x', '{}', 'null']) {
    phone.text = text;
    expect(await page('one').read('home')).toBeUndefined();
    expect(phone.text).toBeNull();
  }
});

test('nothing is written for a session that ends meanwhile', async () => {
  const { phone, store } = makePhone();
  let secret: string | undefined = 'one';
  const cached = new AnswerCache({ now: () => phone.time, secret: () => secret, store });
  const caching = cached.save('home', home);
  secret = undefined;
  await caching;
  expect(phone.text).toBeNull();
});

test('only the newest answers are cached, and not a long one', async () => {
  const { page } = makePhone();
  for (const name of ['1', '2', '3', '4', '5', '6', '7']) await page('one').save(name, name);
  expect(await page('one').read('1')).toBeUndefined();
  expect(await page('one').read('2')).toBeDefined();
  await page('one').save('long', 'x'.repeat(100_000));
  expect(await page('one').read('long')).toBeUndefined();
  expect(await page('one').read('5')).toBeDefined();
});
