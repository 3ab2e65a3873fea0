import type { Secret } from '../../platform/crypto/secrets.ts';
import { Unavailable } from '../../platform/errors/rejection.ts';
import { observeProvider } from '../../platform/metrics/provider-answers.ts';
import type { Mail, MailPort, MailResult } from '../ports/mail.ts';

const timeoutMs = 10_000;

export interface SmtpSettings {
  /** `smtps://host:port`, or `smtp://host:port` with STARTTLS. */
  readonly url: string;
  /** `<user>:<password>`; undefined: the server accepts our mail without. */
  readonly login: Secret | undefined;
  /** The sender's address. */
  readonly from: string;
  /** True if a server that offers no TLS is used all the same: one on this machine. */
  readonly mayBePlain: boolean;
}

function loginOf(login: Secret): { user: string; pass: string } {
  const separator = login.current.indexOf(':');
  return { user: login.current.slice(0, separator), pass: login.current.slice(separator + 1) };
}

/** The number of the server's answer to a command that it did not accept; undefined if it gave none. */
function responseCode(error: unknown): number | undefined {
  return error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
    ? error.responseCode
    : undefined;
}

/** True if the server refused this recipient or this mail for good: not our login, and not for the moment alone. */
function isRefusal(error: unknown): boolean {
  const code = responseCode(error);
  const command = error instanceof Error && 'command' in error ? error.command : undefined;
  return code !== undefined && code >= 500 && (command === 'RCPT TO' || command === 'DATA');
}

function outcomeOf(error: unknown) {
  const code = responseCode(error);
  if (code === undefined) return 'none';
  if (isRefusal(error)) return '4xx';
  return code >= 530 && code <= 538 ? 'denied' : '5xx';
}

/** A connection to the server: over TLS with a verified certificate, with our login. */
async function connectTo({ url, login, mayBePlain }: SmtpSettings) {
  // Loaded at the first mail: few servers send any.
  const { createTransport } = await import('nodemailer');
  const { protocol, hostname, port } = new URL(url);
  const isSecure = protocol === 'smtps:';
  return createTransport({
    host: hostname,
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: !isSecure && !mayBePlain,
    ...(login ? { auth: loginOf(login) } : {}),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Connects and signs in. Throws if the server does not accept it. */
export async function checkSmtp(settings: SmtpSettings): Promise<void> {
  const transport = await connectTo(settings);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/**
 * Sends mail through the lender's SMTP server. The mail's `Message-ID` is our id, by which a mailbox recognises a repetition.
 */
export function smtpMail(settings: SmtpSettings): MailPort {
  const { hostname } = new URL(settings.url);
  const senderHost = settings.from.slice(settings.from.lastIndexOf('@') + 1);
  async function deliver({ reference, to, subject, text, html, unsubscribe }: Mail): Promise<void> {
    const transport = await connectTo(settings);
    try {
      await transport.sendMail({
        messageId: `<${reference}@${senderHost}>`,
        from: { name: '', address: settings.from },
        to: { name: '', address: to },
        subject,
        text,
        ...(html === undefined ? {} : { html }),
        ...(unsubscribe === undefined ? {} : { list: { unsubscribe } }),
        // No answer of a machine: an absence would answer to a link.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    } finally {
      transport.close();
    }
  }
  return {
    async send(mail): Promise<MailResult> {
      const target = { provider: 'mail', host: hostname, outcomeOfError: outcomeOf };
      try {
        await observeProvider(target, () => deliver(mail));
        return { state: 'accepted' };
      } catch (error) {
        const code = responseCode(error);
        // The server's text may repeat the address: its code alone is kept.
        if (isRefusal(error)) return { state: 'rejected', reason: `SMTP ${code}` };
        throw new Unavailable(`mail: ${code === undefined ? 'no answer' : `SMTP ${code}`}`);
      }
    },
  };
}
