import { type IdentityStep, identityBegin, identitySubmit } from '@hiram/contract/identity';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { answer, lastSentTo, sentTo, show } from '../../test/screen.tsx';
import { Pictures } from './Identity.tsx';
import type { Fault } from './judge.ts';

const prepared = vi.hoisted(() => ({ faults: [] as (string | undefined)[] }));
vi.mock('./prepare-picture.ts', () => ({
  preparePicture: async (file: Blob) => ({
    picture: file,
    fault: prepared.faults.shift() as Fault | undefined,
    passed: ['sharp', 'size'],
  }),
}));

/** Uploads that wait until the test answers or breaks them. */
const uploads: FakeUpload[] = [];
class FakeUpload {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  responseText = '';
  address = '';
  key = '';
  open(_method: string, address: string): void {
    this.address = address;
  }
  setRequestHeader(name: string, value: string): void {
    if (name === 'Idempotency-Key') this.key = value;
  }
  send(): void {
    uploads.push(this);
  }
  abort(): void {}
  answer(received: readonly string[]): void {
    this.responseText = JSON.stringify({ success: true, code: '0', message: '', data: { received } });
    this.onload?.();
  }
}

beforeEach(() => {
  uploads.length = 0;
  prepared.faults.length = 0;
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
});

const step = (changes: Partial<IdentityStep> = {}): IdentityStep => ({
  kinds: [
    { code: 'philsys', name: 'PhilSys national ID', parts: ['front', 'back', 'selfie'] },
    { code: 'passport', name: 'Passport', parts: ['front', 'selfie'] },
  ],
  state: 'none',
  progress: { no: 4, count: 4 },
  received: [],
  asked: [],
  tries: 3,
  ...changes,
});

const open = (changes?: Partial<IdentityStep>) =>
  show(<Pictures step={step(changes)} onDone={async () => undefined} Bar={({ text }) => <p>{text}</p>} />);

/** Takes a picture, as the camera does after a tap on the button. */
async function photograph(label: string): Promise<void> {
  const file = new File(['x'], 'x.jpg', { type: 'image/jpeg' });
  fireEvent.change(await screen.findByLabelText(label), { target: { files: [file] } });
}
const upload = (at: number) =>
  vi.waitFor(
    () => {
      const found = uploads[at];
      if (!found) throw new Error('no upload yet');
      return found;
    },
    // The pause before a cut upload goes on is a second.
    { timeout: 60_000 },
  );

test('each side is uploaded in per cent, and all are sent once the server has them [T1491]', async () => {
  answer(identityBegin, { received: [] });
  answer(identitySubmit, {});
  open();
  await userEvent.click(await screen.findByLabelText(/Passport/));
  await photograph('Photograph the page with your photo');
  const front = await upload(0);
  expect(front.address).toContain('identity-front');
  expect(await lastSentTo(identityBegin)).toMatchObject({ kind: 'passport' });
  front.upload.onprogress?.({ loaded: 62, total: 100 });
  expect(await screen.findByText('62% · goes on by itself')).toBeTruthy();
  front.answer(['front']);
  expect(await screen.findByText('Taken')).toBeTruthy();
  await photograph('Photograph your face');
  (await upload(1)).answer(['front', 'selfie']);
  await userEvent.click(await screen.findByRole('button', { name: 'Send and continue' }));
  expect(await lastSentTo(identitySubmit)).toEqual({ kind: 'passport' });
});

test('a fault is said before anything is sent, and the third try may be sent as it is [T1492]', async () => {
  prepared.faults.push('dark', 'blurred', 'cut');
  open({ begun: 'philsys' });
  await photograph('Photograph the front');
  expect(await screen.findByText('Too dark to read')).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Not blurredGood',
    'LightToo dark',
    'Large enoughGood',
  ]);
  expect(screen.getByText('Try 1 of 3. After that you can send it as it is.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send it as it is' })).toBeNull();
  await photograph('Photograph the front');
  expect(await screen.findByText('Blurred. Hold still')).toBeTruthy();
  await photograph('Photograph the front');
  expect(await screen.findByText('A corner is cut off')).toBeTruthy();
  expect(uploads).toHaveLength(0);
  await userEvent.click(await screen.findByRole('button', { name: 'Send it as it is' }));
  (await upload(0)).answer(['front']);
  expect(await screen.findByText('Taken')).toBeTruthy();
});

test('a picture that no try delivered goes on by itself once the phone is online [T1703]', async () => {
  open({ begun: 'passport', received: ['front'] });
  await photograph('Photograph your face');
  for (let tries = 0; tries < 6; tries += 1)
    await vi.waitFor(() => {
      // Ends the pause before the try.
      if (uploads.length === tries) window.dispatchEvent(new Event('online'));
      uploads[tries]?.onerror?.();
      if (uploads.length <= tries) throw new Error('no upload yet');
    });
  expect(await screen.findByText(/The picture did not arrive/)).toBeTruthy();
  window.dispatchEvent(new Event('online'));
  (await upload(6)).answer(['front', 'selfie']);
  expect(await screen.findByRole('button', { name: 'Send and continue' })).toBeTruthy();
});

test('an upload that a cut stops goes on under the same key', async () => {
  open({ begun: 'passport', received: ['front'] });
  await photograph('Photograph your face');
  const first = await upload(0);
  first.onerror?.();
  window.dispatchEvent(new Event('online'));
  const second = await upload(1);
  expect(second.key).toBe(first.key);
  second.answer(['front', 'selfie']);
  expect(await screen.findByRole('button', { name: 'Send and continue' })).toBeTruthy();
});

test('when one picture is asked for again, that one alone is taken', async () => {
  answer(identityBegin, { received: ['front', 'back'] });
  open({ begun: 'philsys', received: ['front', 'back'], asked: ['selfie'], state: 'unclear' });
  expect(await screen.findByRole('button', { name: 'Photograph your face' })).toBeTruthy();
  expect(screen.queryByRole('radiogroup')).toBeNull();
  await photograph('Photograph your face');
  (await upload(0)).answer(['front', 'back', 'selfie']);
  expect(await screen.findByRole('button', { name: 'Send' })).toBeTruthy();
  expect(sentTo(identityBegin)).toHaveLength(1);
});

test('what is confirmed or waits is not asked for again', async () => {
  open({ state: 'open' });
  expect(
    await screen.findByText('We have the pictures of your document. Nothing more is needed.'),
  ).toBeTruthy();
  expect(screen.queryByLabelText(/Passport/)).toBeNull();
});

test('KEY-03 the step says its place, and the document that the details name is chosen [T2301]', async () => {
  open({ kind: 'passport' });
  expect(await screen.findByText('Step 4 of 4')).toBeTruthy();
  expect(screen.getByText('Passport')).toBeTruthy();
  expect(screen.queryByRole('radiogroup')).toBeNull();
  expect(screen.getByRole('button', { name: 'Photograph the page with your photo' })).toHaveProperty(
    'disabled',
    false,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Change your ID' }));
  await userEvent.click(screen.getByLabelText(/PhilSys national ID/));
  answer(identityBegin, { received: [] });
  await photograph('Photograph the front');
  await upload(0);
  expect(await lastSentTo(identityBegin)).toMatchObject({ kind: 'philsys' });
  expect(screen.queryByRole('radiogroup')).toBeNull();
});

test('a picture that was sent shows small, and can be taken again [T2302]', async () => {
  open({ begun: 'passport' });
  await photograph('Photograph the page with your photo');
  (await upload(0)).answer(['front']);
  expect(await screen.findByText('Taken')).toBeTruthy();
  expect(document.querySelectorAll('img[src="blob:picture"]')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Take again: Photo page of your passport' }));
  await photograph('Photograph the page with your photo');
  const second = await upload(1);
  expect(second.address).toContain('identity-front');
  second.answer(['front']);
  expect(await screen.findByRole('button', { name: 'Photograph your face' })).toBeTruthy();
});
