import { jointFailure, jointProductLink } from '@hiram/contract/joint-login';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { orderId, productId } from '../../test/order.ts';
import { answer, lastSentTo, show } from '../../test/screen.tsx';
import JointLoginFailure from './JointLoginFailure.tsx';

const failure = {
  notice: 'Pasulong Cash could not sign you in',
  reason: 'Their service does not answer',
  recommendedProducts: [],
  servicePhone: '',
};

test('a partner’s failed sign-in leads to another try, the loan and a person; a refusal to no other try [T2743]', async () => {
  answer(jointFailure, { ...failure, retry: 'pasulong' });
  answer(jointProductLink, { url: '/productDetail?productId=p-2' });
  show(<JointLoginFailure />, { orderId, productId });
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await lastSentTo(jointProductLink)).toEqual({ key: 'pasulong' });
  await waitFor(() => expect(location.pathname).toBe('/productDetail'));
  expect(screen.getByRole('link', { name: 'See my loan' }).getAttribute('href')).toMatch(/^\/order\?/);
  expect(screen.getByRole('link', { name: 'Talk to a person' })).toBeTruthy();
  cleanup();
  answer(jointFailure, failure);
  show(<JointLoginFailure />, { orderId, productId });
  expect(await screen.findByRole('button', { name: 'Go home' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
