import { join } from 'node:path';
import type { Config } from '../../context/config.ts';
import { certificateEnd } from '../../platform/http/certificate.ts';
import { folderFiles } from '../../providers/ports/files.ts';
import { connectProviders } from '../../providers/providers.ts';
import { s3Files } from '../../providers/s3/s3-files.ts';
import { checkSmtp, type SmtpSettings } from '../../providers/smtp/smtp.ts';
import { type Examination, NotTried } from './finding.ts';

const dayMs = 86_400_000;
const minCertificateDays = 14;
const answerTimeoutMs = 10_000;
/** An address that nobody has (RFC 5737): who is answered with it trusts a caller's own header. */
const forgedAddress = '203.0.113.7';

/** The store, the providers, and what stands in front of the servers. `textTo`: a number that gets one real text. */
export function outsideExaminations(config: Config, textTo: string | undefined): readonly Examination[] {
  const { mail, scorer, identity, bureau, screening } = config.providers;
  return [
    { what: 'pictures', examine: () => storeLine(config) },
    ...providerExaminations(config),
    { what: 'text messages', examine: () => textLine(config, textTo) },
    ...(mail ? [{ what: 'mail', examine: () => mailLine(mail) }] : []),
    ...(scorer ? [{ what: 'scorer', examine: () => reachLine(scorer.url) }] : []),
    ...(identity ? [{ what: 'identity service', examine: () => reachLine(identity.url) }] : []),
    ...(bureau ? [{ what: 'bureau', examine: () => reachLine(bureau.url) }] : []),
    ...(screening ? [{ what: 'screening service', examine: () => reachLine(screening.url) }] : []),
    ...directoryExaminations(config),
    { what: 'certificate of PUBLIC_URL', examine: () => certificateLine(config.publicUrl) },
    { what: 'load balancer', examine: () => balancerLine(config) },
  ];
}

/** Writes, reads and removes a file. */
async function storeLine(config: Config): Promise<string> {
  const files = config.s3 ? s3Files(config.s3) : folderFiles(join(config.dataDir, 'files'));
  const name = `doctor-${crypto.randomUUID()}.txt`;
  const bytes = Buffer.from('written by hiram doctor');
  await files.put(name, bytes);
  try {
    if (!(await files.get(name))?.equals(bytes))
      throw new Error('a file was not read back as it was written');
  } finally {
    await files.remove(name);
  }
  return config.s3 ? `the store of FILES_URL keeps a file` : `the folder in ${config.dataDir} keeps a file`;
}

/** Reads yesterday's statement: it needs the provider's key, and changes nothing. */
function providerExaminations({ providers, sandbox }: Config): readonly Examination[] {
  if (sandbox && !providers.gateway)
    return [
      {
        what: 'providers',
        examine: () => Promise.reject(new NotTried('the sandbox has a provider of its own')),
      },
    ];
  const { ports } = connectProviders(providers, () => new Date());
  return ports.statements.map((statement) => ({
    what: `provider ${statement.name}`,
    async examine() {
      const to = new Date();
      const from = new Date(to.getTime() - dayMs);
      const day = from.toISOString().slice(0, 10) as Parameters<typeof statement.entries>[0]['day'];
      const { length } = await statement.entries({ day, from, to });
      return `it accepts our key; the last day's statement has ${length} movements`;
    },
  }));
}

async function textLine({ providers, sandbox }: Config, textTo: string | undefined): Promise<string> {
  if (sandbox && !providers.gateway && !providers.sms)
    throw new NotTried('the sandbox has a provider of its own');
  if (textTo === undefined) {
    const url = providers.sms?.().url ?? providers.gateway?.url ?? '';
    return `${await reachLine(url)}; --text-to NUMBER sends a text`;
  }
  const { ports } = connectProviders(providers, () => new Date());
  await ports.sms.send({
    reference: crypto.randomUUID(),
    phone: textTo,
    text: 'A test of the text messages. Nothing to do.',
    voice: false,
  });
  return `the provider accepted a text to ${textTo}`;
}

/** Signs in at the mail server, and sends nothing. */
async function mailLine(mail: SmtpSettings): Promise<string> {
  await checkSmtp(mail);
  return `the server of SMTP_URL accepts ${mail.login ? 'our login' : 'our connection'}`;
}

function directoryExaminations({ console: settings }: Config): readonly Examination[] {
  const issuer = settings?.directory?.issuer;
  if (issuer === undefined) return [];
  return [
    {
      what: 'directory',
      async examine() {
        const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
        const answer = await fetch(url, { signal: AbortSignal.timeout(answerTimeoutMs) });
        if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
        return 'it publishes its configuration';
      },
    },
  ];
}

/** Any answer means that the address, its certificate and the way to it are right. */
async function reachLine(url: string): Promise<string> {
  const { origin } = new URL(url.replace(/[{}]/g, ''));
  await fetch(origin, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(answerTimeoutMs) });
  return `${origin} answers`;
}

async function certificateLine(publicUrl: string): Promise<string> {
  if (!publicUrl.startsWith('https:')) throw new NotTried(`${publicUrl} is not https`);
  const end = await certificateEnd(publicUrl, true);
  const days = Math.floor((end.getTime() - Date.now()) / dayMs);
  if (days < minCertificateDays) throw new Error(`it ends in ${days} days: renew it`);
  return `trusted, valid for ${days} more days`;
}

/** Asks a running server, through what stands in front of it, whom it takes us for. */
async function balancerLine({ publicUrl, trustProxy }: Config): Promise<string> {
  const answer = await fetch(`${publicUrl}/health`, {
    headers: { 'x-forwarded-for': forgedAddress },
    redirect: 'manual',
    signal: AbortSignal.timeout(answerTimeoutMs),
  });
  const health = (await answer.json().catch(() => ({}))) as { version?: string; from?: string };
  if (answer.status !== 200 || health.version === undefined)
    throw new Error(`${publicUrl}/health answers ${answer.status}, and not as a server of Hiram`);
  if (health.from === forgedAddress)
    throw new Error(
      "a server takes a caller's own X-Forwarded-For for true: let the load balancer append the address, and set TRUST_PROXY to the number of balancers",
    );
  if (publicUrl.startsWith('https:')) {
    if (!answer.headers.has('strict-transport-security'))
      throw new Error('Strict-Transport-Security does not arrive: the load balancer removes headers');
    if (trustProxy === false)
      throw new Error('TRUST_PROXY is not set, so every borrower has the address of the load balancer');
  }
  return `version ${health.version} answers, and sees this machine as ${health.from}`;
}
