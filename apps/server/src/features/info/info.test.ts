import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contractJump } from '@hiram/contract/confirm';
import type { DocumentText } from '@hiram/contract/document';
import { asId } from '@hiram/contract/ids';
import { contactInfo, legalText, storedContracts } from '@hiram/contract/info';
import { formatCents } from '@hiram/loan';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { ownerEndpoint } from '../../../test/support/database/throwaway-cluster.ts';
import { linesOf, wordsOf } from '../../../test/support/inputs/pdf-words.ts';
import { everyBrand } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { brandIn, loadBrand } from '../../brands/brand.ts';
import { contractUrl } from '../../lending/origination/agreements/contract-address.ts';
import { contractPdf } from './contract-pdf.ts';
import { printedFace } from './pdf-face.ts';

const hiram = setUpHiram(everyBrand);

const root = fileURLToPath(new URL('../../../../..', import.meta.url));
const textOf = async (name: 'privacy-policy' | 'about-us' | 'loan-terms') =>
  (await hiram.send(legalText, { name })).data;

function brandOf(name: string) {
  const brand = hiram.server.appContext.brands.get(name);
  if (!brand) throw new Error(`there is no brand ${name}`);
  return brand;
}

/** The spec brand with changes, as a brand of its own. */
function changedBrand(change: (json: ReturnType<typeof JSON.parse>, folder: string) => void) {
  const brands = mkdtempSync(join(tmpdir(), 'hiram-brands-'));
  try {
    const folder = join(brands, 'mine');
    cpSync(join(root, 'brands/spec'), folder, { recursive: true });
    const json = JSON.parse(readFileSync(join(folder, 'brand.json'), 'utf8'));
    change(json, folder);
    writeFileSync(join(folder, 'brand.json'), JSON.stringify(json));
    return loadBrand(brands, 'mine');
  } finally {
    rmSync(brands, { recursive: true });
  }
}

test('INFO-01 the privacy policy has its sections and names the lender', async () => {
  const { sections, html } = await textOf('privacy-policy');
  for (const title of [
    'Information we collect',
    'Representation',
    'Use of technology',
    'Disclosure of your information',
    'Cookies',
    'Device information',
    'Minors',
    'Password security',
    'Changes of this policy',
    'Opting out',
    'Grievance officer',
  ])
    expect(sections.map((section) => section.title)).toContain(title);
  for (const fact of ['Hiram Lending Corporation', '12 Mabini Street', 'help@hiram.example', '18 years'])
    expect(html).toContain(fact);
});

test('INFO-02 the page about the lender has welcome, mission, advantages, team and contact', async () => {
  const { html, sections } = await textOf('about-us');
  expect(sections.map((section) => section.title)).toEqual([
    'Our mission',
    'What you can count on',
    'Our team',
    'Reach us',
  ]);
  for (const fact of [
    'Welcome to Hiram',
    'Quick approval',
    'Transparent fees',
    'Flexible repayment',
    'Safety',
  ])
    expect(html).toContain(fact);
  expect(html).toContain('help@hiram.example');
});

test('INFO-03 INFO-04 customer service has overall 30 as a form, an e-mail address and the online service', async () => {
  const answer = await hiram.send(contactInfo, { overall: 30 }, {}, { form: true });
  expect(answer.data).toEqual({
    email: 'help@hiram.example',
    smWa: 'https://wa.me/63285550100',
    hours: 'Monday to Saturday, 8:00 to 18:00',
  });
  expect(await hiram.send(contactInfo, { overall: 'thirty' }, {}, { form: true })).toMatchObject({
    status: 400,
    field: 'overall',
  });
});

test('INFO-05 INFO-06 the terms cover lender, application, decision, payout, repayment and default', async () => {
  const { html, sections } = await textOf('loan-terms');
  for (const title of [
    'Applying and our decision',
    'Receiving the money',
    'Repaying',
    'Extension',
    'If you pay late: default',
  ])
    expect(sections.map((section) => section.title)).toContain(title);
  for (const fact of [
    'Hiram Lending Corporation',
    '12 Mabini Street',
    'We decide within 1 day',
    'within 1 to 3 calendar days',
  ])
    expect(html).toContain(fact);
});

test('INFO-07 INFO-08 the terms state the figures and who can borrow', async () => {
  const { html } = await textOf('loan-terms');
  for (const fact of [
    'for 91 to 365 calendar days',
    'at least half of the term has passed, and no sooner than 7 calendar days',
    '₱1.000,00 for new clients and ₱800,00 for repeat clients',
    '5% a day on days 1 to 30, 4% a day on days 31 to 90, 2% a day from day 91 until it is paid',
    'by the same length of term once the interest and the penalties that are due are paid',
    'within 3 calendar days when your name, your birth date or your address changes',
    '7 business days before',
    'stays unpaid within 10 days',
    'if you are Filipino, over 18 years of age, have full legal capacity, and have a permanent address in the Philippines',
  ])
    expect(html).toContain(fact);
});

test('INFO-09 the terms name Philippine courts, and the grievance officer is in India', async () => {
  const { html } = await textOf('loan-terms');
  expect(html).toContain(
    'The law of the Philippines applies, and the courts of the Philippines are competent',
  );
  expect(html).toMatch(/grievance officer: Anita Rao, [^.]*India/);
});

test('INFO-07 figures in legal texts come from the brand’s file and the engine; none is typed in', () => {
  const brand = changedBrand((json) => {
    json.market = 'ph';
    json.ceilings = {
      from: '2026-04-01',
      nominalPerMonth: 60_000,
      effectivePerMonth: 120_000,
      latePerMonth: 50_000,
      totalCost: 1_000_000,
    };
    json.lender = { ...json.lender, legalName: 'Ibang Pangalan Inc.' };
    json.legal = {
      ...json.legal,
      reportDays: 5,
      assignmentDays: 9,
      judgmentDays: 12,
    };
  });
  const html = brand.texts.get('loan-terms')?.html ?? '';
  for (const fact of ['Ibang Pangalan Inc.', 'within 5 calendar days', '9 business days', '12 days'])
    expect(html).toContain(fact);
  expect(html).toContain('No default penalty is charged');
  expect(html).toContain('4.998% a month of 30 days from day 1');
  expect(html).not.toContain('Hiram Lending Corporation');
});

test('INFO-01 INFO-05 policy and terms begin with facts of their own text, except the specified ones [T3803]', () => {
  const numbers = (html: string): Set<string> => new Set(html.replace(/<[^>]*>/g, ' ').match(/\d+/g) ?? []);
  for (const [id, brand] of hiram.server.appContext.brands)
    for (const { texts } of brand.languages.map((language) => brandIn(brand, language)))
      for (const name of ['privacy-policy', 'loan-terms'] as const) {
        const html = texts.get(name)?.html ?? '';
        const [lead = ''] = /^<ul>[\s\S]*?<\/ul>/.exec(html) ?? [];
        expect([id, name, lead.match(/<strong>/g)?.length ?? 0]).toEqual([id, name, id === 'spec' ? 0 : 4]);
        const below = numbers(html.slice(lead.length));
        expect([...numbers(lead)].filter((number) => !below.has(number))).toEqual([]);
      }
});

test('a missing legal text, or an unknown placeholder in one, stops the start with one line', () => {
  expect(() => changedBrand((_json, folder) => rmSync(join(folder, 'legal/about-us.md')))).toThrow(
    'brands/mine/legal/about-us.md is missing',
  );
  expect(() =>
    changedBrand((_json, folder) =>
      writeFileSync(join(folder, 'legal/about-us.md'), '# Us\n\n{{ceo}} {{constructor}} {{'),
    ),
  ).toThrow(
    /uses \{\{ceo\}\}, which has no value\n.*uses \{\{constructor\}\}, which has no value\n.*not closed/,
  );
});

test('Markdown renders no script, style, picture or unsafe link [T104]', () => {
  const brand = changedBrand((_json, folder) =>
    writeFileSync(
      join(folder, 'legal/about-us.md'),
      '# Us\n\n<script>alert(1)</script>\n\nSo <b onclick="x()">b</b> [a](javascript:alert(1)) [b](https://sec.gov.ph) ![c](https://x/y.png)\n\n<style>*{}</style>',
    ),
  );
  const html = brand.texts.get('about-us')?.html ?? '';
  expect(html).not.toMatch(/<(script|style|img|b )|"javascript:/);
  expect(html).toContain('href="https://sec.gov.ph"');
});

test('KEY-06 a loan’s contracts are listed, read and downloaded as PDF with the loan’s own figures [T140]', async () => {
  const borrower = await hiram.borrower({ state: '170' });
  const { list } = (await hiram.send(storedContracts, { orderId: borrower.orderId }, borrower.context)).data;
  expect(list.map((item) => item.title)).toEqual(['Loan Agreement', 'Disclosure Statement']);
  const [agreement] = list;
  const page = await fetch(hiram.origin + agreement?.viewUrl);
  const html = await page.text();
  expect(html).toContain('₱12.000,00');
  expect(html).toContain(agreement?.sha256);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const download = await fetch(hiram.origin + agreement?.pdfUrl);
  for (const { headers } of [page, download])
    expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual([
      'private, no-store',
      'nosniff',
    ]);
  expect(download.headers.get('content-type')).toBe('application/pdf');
  expect(download.headers.get('content-disposition')).toMatch(
    /^attachment; filename="loan-agreement-[0-9a-f]{8}\.pdf"$/,
  );
  const words = wordsOf(Buffer.from(await download.arrayBuffer()));
  expect(words).toContain('Loan Agreement');
  expect(words).toContain('₱12.000,00');
  expect(words).toContain(agreement?.sha256);
});

test.each(['spec', 'ph', 'in', 'id'])(
  'KEY-06 in %s the figures above a contract follow from one another and stand in its text [T1140]',
  async (name) => {
    const borrower = await hiram.borrower({ state: '170' }, name);
    const { list } = (await hiram.send(storedContracts, { orderId: borrower.orderId }, borrower.context))
      .data;
    const { money } = brandOf(name);
    for (const { viewUrl, pdfUrl } of list) {
      const read = await fetch(hiram.origin + viewUrl, { headers: { accept: 'application/json' } });
      const { html, summary } = (await read.json()) as DocumentText;
      const [amount, received, total] = summary.figures;
      const rate = summary.figures[summary.figures.length - 1];
      for (const figure of summary.figures) expect(html).toContain(`<td>${figure.value}</td>`);
      const digits = (text = '') => Number(text.replace(/\D/g, ''));
      for (const [figure, sign] of [
        [received, -1],
        [total, 1],
      ] as const) {
        const parts = figure?.workedOut?.split(/ [−+] /) ?? [''];
        for (const part of parts) expect(html).toContain(`<td>${part}</td>`);
        expect(digits(parts[0]) + sign * digits(parts[1])).toBe(digits(figure?.value));
      }
      expect(rate?.value).toMatch(/^\d+[.,]?\d*%$/);
      const sum = summary.repayments.reduce((all, repayment) => all + repayment.amount, 0);
      expect(formatCents(sum, money)).toBe(total?.value);
      const pdf = wordsOf(Buffer.from(await (await fetch(hiram.origin + pdfUrl)).arrayBuffer()));
      expect(pdf).toContain(amount?.value);
      // The moment of consent is the lender's local time, as every other date of the document.
      expect(pdf).not.toMatch(/\d{4}-\d\d-\d\dT/);
      // The loan is named by its short number; its id is in the note alone.
      expect(html.indexOf(borrower.orderId)).toBeGreaterThan(html.indexOf('<footer>'));
    }
  },
);

test.each(['spec', 'ph', 'in', 'id'])(
  'KEY-06 in %s the agreement and the statement as PDF name borrower, order and lender',
  async (brand) => {
    const borrower = await hiram.borrower({ state: '170' }, brand);
    const { list } = (await hiram.send(storedContracts, { orderId: borrower.orderId }, borrower.context))
      .data;
    expect(list).toHaveLength(2);
    const { legalName } = hiram.server.appContext.brands.get(brand)?.lender ?? {};
    for (const { title, pdfUrl } of list) {
      const download = await fetch(hiram.origin + pdfUrl);
      const words = wordsOf(Buffer.from(await download.arrayBuffer()));
      // The demo borrower's certified name.
      for (const named of ['Maria Santos', borrower.orderId, legalName])
        expect(words, title).toContain(named);
    }
  },
);

test('KEY-06 a contract is shown to its owner alone, and its address cannot be forged [T163]', async () => {
  const borrower = await hiram.borrower({ state: '170' });
  const other = await hiram.borrower({ state: '170' });
  const foreign = await hiram.send(storedContracts, { orderId: borrower.orderId }, other.context);
  expect([foreign.status, foreign.code]).toEqual([404, '40400']);
  const { list } = (await hiram.send(storedContracts, { orderId: borrower.orderId }, borrower.context)).data;
  const url = new URL(hiram.origin + list[0]?.pdfUrl);
  for (const [name, value] of [
    ['until', '1'],
    ['signature', 'x'],
  ] as const) {
    const forged = new URL(url);
    forged.searchParams.set(name, value);
    expect((await fetch(forged)).status).toBe(404);
  }
  expect((await fetch(url.href.replace('.pdf', '.html'))).status).toBe(404);
  // Signed URLs: one expires in a minute, the other has expired.
  const { appContext } = hiram.server;
  const [, borrowerId = '', id = ''] =
    /contract\/([0-9a-f-]{36})\/([0-9a-f-]{36})\.pdf$/.exec(url.pathname) ?? [];
  for (const form of ['html', 'pdf'] as const)
    for (const [minutes, status] of [
      [9, 200],
      [11, 404],
    ] as const) {
      const signedAt = new Date(Date.now() - minutes * 60_000);
      const address = contractUrl(appContext, { borrowerId: asId(borrowerId), id: asId(id), form }, signedAt);
      expect([form, minutes, (await fetch(hiram.origin + address)).status]).toEqual([form, minutes, status]);
    }
});

test('KEY-06 not even the database owner changes an agreed contract; an altered one is not shown', async () => {
  const borrower = await hiram.borrower({ state: '170' });
  const { list } = (await hiram.send(storedContracts, { orderId: borrower.orderId }, borrower.context)).data;
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    hiram.server.appContext.db,
  );
  const owner = new pg.Client(ownerEndpoint(inject('cluster'), rows[0]?.name ?? ''));
  await owner.connect();
  try {
    for (const change of [
      "update agreement set title = 'Other'",
      'delete from agreement',
      'truncate agreement cascade',
    ])
      await expect(owner.query(change)).rejects.toThrow('append-only');
    await owner.query('alter table agreement disable trigger agreement_append_only');
    const { rows: stored } = await owner.query<{ id: string; html_encrypted: Buffer }>(
      'select id, html_encrypted from agreement where order_id = $1',
      [borrower.orderId],
    );
    const { cipher } = hiram.server.appContext;
    for (const { id, html_encrypted } of stored)
      await owner.query('update agreement set html_encrypted = $1 where id = $2', [
        cipher.encrypt(cipher.decrypt(html_encrypted).replaceAll('12.000', '21.000')),
        id,
      ]);
    for (const url of [list[0]?.viewUrl, list[0]?.pdfUrl]) {
      const answer = await fetch(hiram.origin + url);
      expect(answer.status).toBe(500);
      expect(await answer.text()).not.toContain('21.000');
    }
  } finally {
    await owner.query('alter table agreement enable trigger agreement_append_only');
    await owner.end();
  }
});

const longContract = () => ({
  title: 'Long',
  summary: { figures: [], repayments: [] },
  note: 'Agreed 20 Nov 2026, 09:02 GMT+8.',
  language: 'en',
  agreedAt: new Date('2026-11-20T01:02:03Z'),
  face: printedFace(brandOf('spec')),
});

test('KEY-06 a long contract is split into numbered pages', async () => {
  const rows = Array.from({ length: 90 }, (_, index) => `<tr><td>Row ${index}</td><td>₱${index}</td></tr>`);
  const html = `<table>${rows.join('')}</table><p>The end &#38; no more.</p>`;
  const pdf = await contractPdf({ ...longContract(), html });
  const words = wordsOf(pdf);
  for (const part of ['Row 89', 'The end & no more.', '1/3', '3/3', '20 Nov 2026, 09:02 GMT+8'])
    expect(words).toContain(part);
});

test('KEY-06 a printed statement divides no amount and no word [T1963]', async () => {
  const rows = [
    ['Hari', 'Apa dan mengapa', 'Jumlah', 'Utang Anda'],
    ['3 Des 2026', 'Pembayaran, tanda terima R-F977-48B3', '−Rp2.125.823', 'Rp12.500.000'],
    ['4 Des 2026', 'Denda keterlambatan, 28 Nov sampai 4 Des', 'Rp1.106.000', 'Rp10.374.177'],
  ];
  const html = `<table>${rows.map((row) => `<tr><td>${row.join('</td><td>')}</td></tr>`).join('')}</table>`;
  const lines = linesOf(await contractPdf({ ...longContract(), html })).map((line) => line.trim());
  const words = lines.flatMap((line) => line.split(' '));
  for (const [day = '', what = '', amount = '', owed = ''] of rows.slice(1)) {
    for (const whole of [day, amount, owed]) expect(lines).toContain(whole);
    for (const word of what.split(' ')) expect(words).toContain(word);
  }
});

test('KEY-06 a paragraph that is longer than a page is divided, and no page before it is empty', async () => {
  const html = `<p>${'A long sentence of the lender. '.repeat(230)}</p>`;
  expect(wordsOf(await contractPdf({ ...longContract(), html }))).toContain('1/2');
});

test('KEY-06 CONF-05 a contract of an order shows the agreed text, whatever the product has become', async () => {
  const borrower = await hiram.borrower({ state: '170', with: { isDelay: 0 } });
  const { list } = (await hiram.send(storedContracts, { orderId: borrower.orderId }, borrower.context)).data;
  await hiram.server.appContext.db
    .updateTable('product')
    .set({ name: 'Another Name' })
    .where('id', '=', borrower.productId)
    .execute();
  const jump = (extra: Record<string, unknown> = {}, reader = borrower) =>
    hiram.send(
      contractJump,
      { productId: borrower.productId, scene: 3, position: 0, orderId: borrower.orderId, ...extra },
      reader.context,
    );
  const page = await (await fetch(hiram.origin + (await jump()).data.contract_url)).text();
  expect(page).toContain('Salapi Loan');
  expect(page).not.toContain('Another Name');
  expect(page).toContain(list[0]?.sha256);
  for (const [change, field] of [
    [{ position: 7 }, 'position'],
    [{ scene: 8_773_451_227_277_577 }, 'scene'],
  ] as const)
    expect(await jump(change)).toMatchObject({ code: '20201', field });
  const other = await hiram.borrower({ state: '170', kind: 'single' });
  for (const answer of [await jump({ productId: other.productId }), await jump({}, other)])
    expect([answer.status, answer.code]).toEqual([404, '40400']);
});
