import * as v from 'valibot';
import { ConfigError } from '../platform/errors/config-error.ts';
import { portNumber } from './port-number.ts';

/** A setting of the environment. docs/settings.md is made of them. */
export interface Setting {
  readonly schema: v.GenericSchema<string | undefined, unknown>;
  /** What it must be, for its error too. */
  readonly mustBe: string;
  readonly meaning: string;
  /** The default in words, if the server decides it when it starts. */
  readonly default?: string;
  /** Also as `<NAME>_FILE`. */
  readonly isSecret?: boolean;
  /** The first version that has it. Absent: the first of all. */
  readonly since?: string;
}

/** What several settings can have in common. */
type Kind = Pick<Setting, 'schema' | 'mustBe' | 'isSecret'>;

export function setting<Of extends Kind>(
  kind: Of,
  meaning: string,
  more: Pick<Setting, 'default' | 'since'> = {},
): Of & Setting {
  return { ...kind, meaning, ...more };
}

type Settings = Readonly<Record<string, Setting>>;

/** The values of declared settings. */
export type ValuesOf<Declared extends Settings> = {
  readonly [Name in keyof Declared]: v.InferOutput<Declared[Name]['schema']>;
};

/** Reads declared settings from the environment. Throws ConfigError with a line that names the first wrong one. */
export function readSettings<Declared extends Settings>(
  declared: Declared,
  environment: Readonly<Record<string, string | undefined>>,
): ValuesOf<Declared> {
  const values = Object.entries(declared).map(([name, { schema, mustBe }]) => {
    const { success, output } = v.safeParse(schema, environment[name]);
    if (!success) throw new ConfigError(`${name} must be ${mustBe}`);
    return [name, output];
  });
  return Object.fromEntries(values) as ValuesOf<Declared>;
}

const text = v.pipe(v.string(), v.minLength(1));

export const httpAddress = {
  schema: v.optional(v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//))),
  mustBe: 'an http or https address',
};
export const databaseAddress = {
  schema: v.optional(v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//))),
  mustBe: 'a postgres:// address',
  isSecret: true,
};
export const port = { schema: v.optional(portNumber), mustBe: 'a port number' };
/** An address to listen on, this machine's if the setting is absent. */
export const ownHost = { schema: v.optional(text, '127.0.0.1'), mustBe: 'an address to listen on' };
export const path = { schema: v.optional(text), mustBe: 'the path of a file' };
export const folder = { schema: v.optional(text), mustBe: 'a folder' };
/** A secret that `secretOf` reads and checks. */
export const secret = { schema: v.optional(v.string()), mustBe: 'at least 16 characters', isSecret: true };
