import { setupI18n } from '@lingui/core';
import { I18nProvider as WholeProvider, Trans as WholeTrans } from '@lingui/react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { I18nProvider, i18n, Trans } from './small-lingui.tsx';

const messages = {
  plain: ['Pay # now'],
  value: ['Pay ', ['amount'], ' by ', ['day']],
  days: [
    ['n', 'plural', { 0: ['today'], one: ['in ', '#', ' day'], other: ['in ', '#', ' days of ', ['what']] }],
  ],
  linked: ['See <0>the <1>whole</1> policy</0> and <2/>', ['what'], '<0>again</0>'],
};

test('texts read as the whole runtime writes them: values, plurals, unknown ids', () => {
  const whole = setupI18n();
  // Under another name, so that the extraction of messages does not read this file's.
  const small = i18n._;
  for (const language of ['en', 'fil', 'id']) {
    for (const runtime of [whole, i18n]) {
      runtime.load(language, JSON.parse(JSON.stringify(messages)));
      runtime.activate(language);
    }
    const cases = [
      { id: 'plain' },
      { id: 'value', values: { amount: '₱ 1,000', day: 0 } },
      { id: 'value', values: { amount: null } },
      ...[0, 1, 2, 3, 4, 6, 9, 10, 14, 21, 999, 1_000, 1_234, 1.5, -1].map((n) => ({
        id: 'days',
        values: { n, what: '<b>' },
      })),
    ];
    for (const message of cases) expect(small(message)).toBe(whole._(message));
    expect(small('value', { amount: 1, day: 2 })).toBe('Pay 1 by 2');
  }
  expect(small({ id: 'missing' })).toBe('missing');
});

test('elements of a text are those that the whole runtime makes', () => {
  const whole = setupI18n({ locale: 'en', messages: { en: JSON.parse(JSON.stringify(messages)) } });
  i18n.activate('en');
  const props = {
    id: 'linked',
    values: { what: 'more' },
    components: {
      0: createElement('a', { href: '/x' }),
      1: createElement('b'),
      2: createElement('i', null, 'mark'),
    },
  };
  const small = createElement(I18nProvider, null, createElement(Trans, props));
  const provider = { i18n: whole, children: createElement(WholeTrans, props) };
  expect(renderToStaticMarkup(small)).toBe(renderToStaticMarkup(createElement(WholeProvider, provider)));
});
