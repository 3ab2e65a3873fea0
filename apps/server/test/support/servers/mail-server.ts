import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A mail server on this machine that speaks SMTP (RFC 5321) without TLS. */
export interface MailServer {
  readonly port: number;
  /** The accepted mails, with its recipients. */
  readonly received: readonly { readonly to: readonly string[]; readonly data: string }[];
  /** Every line that clients sent. */
  readonly lines: readonly string[];
  /** Answers to commands, by their first word: in place of what it answers by itself. */
  readonly answers: Map<string, string>;
  stop(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const received: { to: string[]; data: string }[] = [];
  const lines: string[] = [];
  const answers = new Map<string, string>();
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => undefined);
    let to: string[] = [];
    let data: string[] | undefined;
    const own: Readonly<Record<string, string>> = {
      EHLO: '250-mail.example\r\n250 AUTH PLAIN',
      AUTH: '235 signed in',
      DATA: '354 go on',
      QUIT: '221 bye',
    };
    const answer = (command: string) => {
      const text = answers.get(command) ?? own[command] ?? '250 done';
      if (text !== '') socket.write(`${text}\r\n`);
      return text;
    };
    const readLine = (line: string) => {
      if (data && line === '.') {
        received.push({ to, data: data.join('\r\n') });
        [to, data] = [[], undefined];
        answer('.');
      } else if (data) data.push(line.replace(/^\./, ''));
      else {
        lines.push(line);
        const command = line.split(' ', 1)[0]?.toUpperCase() ?? '';
        const text = answer(command);
        if (command === 'RCPT' && text.startsWith('2')) to.push(/<(.*)>/.exec(line)?.[1] ?? '');
        if (command === 'DATA' && text.startsWith('3')) data = [];
        if (command === 'QUIT') socket.end();
      }
    };
    let rest = '';
    socket.on('data', (bytes) => {
      const parts = (rest + bytes.toString('utf8')).split('\r\n');
      rest = parts.pop() ?? '';
      parts.forEach(readLine);
    });
    socket.write('220 mail.example\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    received,
    lines,
    answers,
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
