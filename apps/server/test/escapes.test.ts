import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asId } from '@hiram/contract/ids';
import { escapeHtml } from '@hiram/visitor-pages/escape-html';
import { queryMark, referrerMark } from '@hiram/visitor-pages/links';
import { expect, test } from 'vitest';
import { withQuery } from '../src/app/visitor-pages/query.ts';
import { jsonBlock } from '../src/app/web/json-block.ts';
import { loadBrand } from '../src/brands/brand.ts';
import { translateToEnglish } from '../src/brands/texts/translate.ts';
import { mailHtml } from '../src/lending/notices/hand-over.ts';
import { paragraphs, partiesTable, table } from '../src/lending/origination/agreements/agreement-parts.ts';

const markup = `"><script>alert('1')</script><img src=x onerror=alert(2)> & more`;

test('text is escaped in all hand-written HTML: agreements, titles and links of visitor pages [T100]', () => {
  const brand = loadBrand(join(fileURLToPath(new URL('../../..', import.meta.url)), 'brands'), 'spec');
  const loan = { brand, translate: translateToEnglish, borrower: markup, orderId: asId<'order'>(markup) };
  const parts = [
    table([[markup], [markup, markup]]),
    paragraphs([markup]),
    partiesTable(loan),
    `<p>${escapeHtml(markup)}</p>`,
    /<p>.*<\/p>/.exec(mailHtml(markup, 'en'))?.[0] ?? '',
    withQuery(`<a href="/x?${queryMark}"></a><a href="/y?${referrerMark}"></a>`, markup),
  ];
  for (const html of parts) {
    expect(html).not.toMatch(/<(?!\/?(?:table|tr|td|p|a)\b)/);
    // Attributes contain only our own values.
    expect(html.replace(/<a href="[^"<>]*">/g, '')).not.toMatch(/["']/);
    expect(html).not.toContain('& ');
  }
});

test('an address in a mail is a link with its whole query, and without the sentence’s end [T2007]', () => {
  expect(mailHtml('See https://pay.example/order?a=1&b=2.', 'en')).toContain(
    'See <a href="https://pay.example/order?a=1&#38;b=2">https://pay.example/order?a=1&#38;b=2</a>.',
  );
});

test('JSON in a page cannot close its element and parses to the same value [T102]', () => {
  const value = { name: `</script><!--<script>${markup}`, list: ['\u2028', '<'] };
  expect(jsonBlock(value)).not.toContain('<');
  expect(JSON.parse(jsonBlock(value))).toEqual(value);
});
