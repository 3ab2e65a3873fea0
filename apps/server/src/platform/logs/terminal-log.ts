import { styleText } from 'node:util';
import type { DestinationStream } from 'pino';

type Colour = Parameters<typeof styleText>[0];

/** pino's levels, the lowest first. */
const levels: readonly (readonly [from: number, name: string, colour: Colour])[] = [
  [0, 'TRACE', 'dim'],
  [20, 'DEBUG', 'dim'],
  [30, 'INFO ', 'green'],
  [40, 'WARN ', 'yellow'],
  [50, 'ERROR', 'red'],
  [60, 'FATAL', 'red'],
];

/** Fields of every line of a server that nobody at a terminal needs. */
const same = new Set(['level', 'time', 'pid', 'hostname', 'version', 'msg', 'reqId']);

/** A field's value. Of counts only what there is: most of a day's work finds nothing. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value, (_key, inner) => (inner === 0 ? undefined : inner)) ?? '0';
}

/** A line of the log for a person: time, level, message, then the other fields; an error's stack on lines of its own. */
export function terminalLine(json: string): string {
  let line: Record<string, unknown>;
  try {
    line = JSON.parse(json);
  } catch {
    return json;
  }
  const { level, time, msg, err } = line;
  const [, name, colour] = levels.findLast(([from]) => Number(level) >= from) ?? [
    '',
    '     ',
    'reset' as const,
  ];
  const fields = Object.entries(line)
    .filter(([key]) => !same.has(key) && key !== 'err')
    .map(([key, value]) => `${key}=${valueText(value)}`);
  const stack = typeof err === 'object' && err !== null && 'stack' in err ? `\n${String(err.stack)}` : '';
  const clock = new Date(Number(time)).toTimeString().slice(0, 8);
  return `${styleText('dim', clock)} ${styleText(colour, name)} ${String(msg ?? '')}${
    fields.length > 0 ? ` ${styleText('dim', fields.join(' '))}` : ''
  }${stack}\n`;
}

/** The log of a server at a terminal: readable lines instead of JSON. */
export const terminalLog: DestinationStream = {
  write: (json) => process.stdout.write(terminalLine(json)),
};
