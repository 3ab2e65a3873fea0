import * as v from 'valibot';
import { call } from './call.ts';
import { empty, filled, nothing, text, whole } from './fields.ts';

/** Sends a one-time code. The answer does not tell whether the number is registered. */
export const smsCode = call({
  name: 'smsCode',
  path: '/v3/account/sms-code',
  caller: 'anyone',
  input: v.strictObject({ phone: filled(20) }),
  output: v.object({ seconds: whole }),
  refusals: { malformedPhone: '60101', tooSoon: '60102', tooManyToday: '60103' },
});

/** Signs in with a one-time code; `sessionId` is then carried as the common context. A first sign-in opens the account. */
export const login = call({
  name: 'login',
  path: '/v3/account/login',
  caller: 'anyone',
  input: v.strictObject({ phone: filled(20), smsCode: filled(10) }),
  output: v.object({ sessionId: v.string() }),
  refusals: { malformedPhone: '60101', wrongCode: '60201' },
});

export const logout = call({ name: 'logout', path: '/v3/account/logout', input: nothing, output: empty });

export const profile = call({
  name: 'profile',
  path: '/v3/account/profile',
  input: nothing,
  output: v.object({ phone: v.string(), certified: v.boolean() }),
});

/** A one-time ticket (60 s) with which a host opens a page instead of putting the session into the address. */
export const ticket = call({
  name: 'ticket',
  path: '/v3/account/ticket',
  input: nothing,
  output: v.object({ ticket: v.string(), seconds: whole }),
});

/** Trades a ticket for a session of its own, bound to the device that trades it. */
export const redeemTicket = call({
  name: 'redeemTicket',
  path: '/v3/account/redeem-ticket',
  caller: 'anyone',
  input: v.strictObject({ ticket: text(100) }),
  output: v.object({ sessionId: v.string() }),
  refusals: { unknownTicket: '60301' },
});
