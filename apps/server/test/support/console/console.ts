import { randomBytes, randomUUID } from 'node:crypto';
import { approvalOptions, approveRequest } from '@hiram/contract/console/approval';
import { signIn, signInOptions } from '@hiram/contract/console/session';
import { acceptInvitation, invitationOptions } from '@hiram/contract/console/staff';
import {
  consolePrefix,
  idleHeader,
  type StaffCall,
  type StaffInput,
  type StaffOutput,
} from '@hiram/contract/console/staff-call';
import type { StaffEnvelope } from '@hiram/contract/console/staff-envelope';
import type { ApprovalId, StaffId } from '@hiram/contract/ids';
import { sandboxMails } from '@hiram/contract/sandbox';
import { invite } from '../../../src/console/access/sign-in/invitations.ts';
import type { Hiram } from '../processes/running-server.ts';
import { type SoftwareAuthenticator, softwareAuthenticator } from './software-authenticator.ts';

export interface StaffAnswer<Data> extends StaffEnvelope<Data> {
  readonly status: number;
  readonly headers: Headers;
  /** The session cookie that the answer set: its value, empty if it was cleared. */
  readonly cookie: string | undefined;
}

/** A rejection as the answer of another call: it has no data. */
export const rejectionOf = <Data>(answer: StaffAnswer<unknown>) => answer as StaffAnswer<Data>;

export interface StaffSendOptions {
  readonly brand?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The raw body, instead of the input as JSON. */
  readonly body?: string;
}

/** A browser of somebody: it keeps the session cookie. */
export interface StaffBrowser {
  send<C extends StaffCall>(
    call: C,
    input: StaffInput<C> | Record<string, unknown>,
    options?: StaffSendOptions,
  ): Promise<StaffAnswer<StaffOutput<C>>>;
  /** Sends a GET as the page does when it downloads a file. */
  download(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  cookie: string;
}

/** A member of staff with a passkey and a browser in which they are signed in. */
export interface StaffMember {
  readonly id: StaffId;
  readonly name: string;
  readonly email: string;
  readonly authenticator: SoftwareAuthenticator;
  readonly browser: StaffBrowser;
}

export function consoleUrl(hiram: Hiram): string {
  const { console: running } = hiram.server;
  if (!running) throw new Error('this server has no console');
  return running.url;
}

/** The console's own address, whatever its public one is. */
const listenerOf = (hiram: Hiram) => `http://127.0.0.1:${hiram.server.console?.port}`;

export function staffBrowser(hiram: Hiram, cookie = ''): StaffBrowser {
  const origin = new URL(consoleUrl(hiram)).origin;
  const name = `${origin.startsWith('https:') ? '__Host-' : ''}hiram_staff`;
  // Read where the server trusts this machine as a proxy.
  const address = `10.${[...randomBytes(3)].join('.')}`;
  const ownHeaders = () => ({
    'sec-fetch-site': 'same-origin',
    'x-forwarded-for': address,
    ...(browser.cookie === '' ? {} : { cookie: `${name}=${browser.cookie}` }),
  });
  const browser: StaffBrowser = {
    cookie,
    download: (path, headers = {}) =>
      fetch(`${listenerOf(hiram)}${path}`, { headers: { ...ownHeaders(), ...headers } }),
    async send(call, input, options = {}) {
      const query = options.brand === undefined ? '' : `?${new URLSearchParams({ brand: options.brand })}`;
      const response = await fetch(`${listenerOf(hiram)}${consolePrefix}${call.path}${query}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin,
          [idleHeader]: '0',
          ...ownHeaders(),
          ...options.headers,
        },
        body: options.body ?? JSON.stringify(input),
      });
      const set = response.headers
        .getSetCookie()
        .find((value) => value.startsWith(`${name}=`))
        ?.slice(name.length + 1)
        .split(';')[0];
      if (set !== undefined) browser.cookie = set;
      const envelope = (await response.json()) as StaffEnvelope<never>;
      return { ...envelope, status: response.status, headers: response.headers, cookie: set };
    },
  };
  return browser;
}

/** The link of an invitation, once its mail has arrived in the sandbox's mailbox. */
export async function invitationLink(hiram: Hiram, email: string): Promise<URL> {
  const mail = await hiram.until(
    async () => (await hiram.send(sandboxMails, {})).data.mails.find(({ to }) => to === email),
    (found) => found !== undefined,
  );
  return new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '');
}

/** Accepts an invitation with a new passkey. */
export async function acceptWithPasskey(
  hiram: Hiram,
  token: string,
): Promise<StaffBrowser & { key: SoftwareAuthenticator }> {
  const browser = staffBrowser(hiram);
  const authenticator = softwareAuthenticator(new URL(consoleUrl(hiram)).origin);
  const { data } = await browser.send(invitationOptions, { token });
  const accepted = await browser.send(acceptInvitation, {
    token,
    passkey: authenticator.register(data.publicKey),
  });
  if (!accepted.success) throw new Error(`the invitation was not accepted: ${accepted.code}`);
  return Object.assign(browser, { key: authenticator });
}

/** Somebody with roles, `role` in all brands or `role brand`, assigned by the database's owner as an operator's command does. */
export async function staffMember(hiram: Hiram, ...roles: readonly string[]): Promise<StaffMember> {
  const now = hiram.server.appContext.clock.now();
  const person = { name: `Person ${roles.join(' and ')}`, email: `${randomUUID()}@lender.example` };
  const invitation = await invite(hiram.owner as never, { ...person, invitedBy: undefined }, now);
  if (!invitation) throw new Error('not invited');
  for (const one of roles) {
    const [role = '', brand = '*'] = one.split(' ');
    await hiram.owner
      .insertInto('staff_role')
      .values({ staff_id: invitation.staffId, role, brand, assigned_at: now })
      .execute();
  }
  const browser = await acceptWithPasskey(hiram, invitation.token);
  return { id: invitation.staffId, ...person, authenticator: browser.key, browser };
}

/** Signs somebody in on another browser. */
export async function signInAgain(hiram: Hiram, { authenticator }: StaffMember): Promise<StaffBrowser> {
  const browser = staffBrowser(hiram);
  const { data } = await browser.send(signInOptions, {});
  const signed = await browser.send(signIn, { passkey: authenticator.sign(data.publicKey) });
  if (!signed.success) throw new Error(`not signed in: ${signed.code}`);
  return browser;
}

/** Approves a request with the person's passkey. */
export async function approveByPasskey(
  { browser, authenticator }: StaffMember,
  approvalId: ApprovalId,
  brand: string,
): Promise<StaffAnswer<StaffOutput<typeof approveRequest>>> {
  const offered = await browser.send(approvalOptions, { approvalId }, { brand });
  if (!offered.success) return { ...offered, data: {} };
  const { publicKey, digest } = offered.data;
  return browser.send(
    approveRequest,
    { approvalId, digest, passkey: authenticator.sign(publicKey) },
    { brand },
  );
}
