import type { GenericSchema, InferOutput } from 'valibot';

/** How the web app writes a call's input. The server reads every encoding at every call. */
export type Encoding = 'json' | 'form' | 'query' | 'multipart';

/** Who may call: a signed-in borrower, anyone, or (sandbox mode only) whoever tries the product out. */
export type Caller = 'borrower' | 'anyone' | 'sandbox';

/** What the server may answer when a person typed or chose something that cannot be: reason → envelope code. */
export type Rejections = Readonly<Record<string, string>>;

/** An answer's data is always an object. */
export type ObjectAnswer = GenericSchema<unknown, object>;

export interface Call<
  Input extends GenericSchema = GenericSchema,
  Output extends ObjectAnswer = ObjectAnswer,
  R extends Rejections = Rejections,
> {
  /** The call's own name, unique in the product; message catalogues and metrics use it. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Path under the base prefix, e.g. `/v3/loan-details/loan-details` (NET-02). */
  readonly path: string;
  readonly encoding: Encoding;
  readonly caller: Caller;
  /** Input fields. Unknown ones are refused; see `strict`. */
  readonly input: Input;
  readonly output: Output;
  /** The code of success: `00`, or `0` for a few older calls (NET-01). */
  readonly success: '00' | '0';
  readonly rejections: R;
  /** Moves money or creates something: takes an `Idempotency-Key`, and a repeat gets the first answer. */
  readonly idempotent: boolean;
  /** Names that always travel obfuscated (NET-07), whatever the configuration says. */
  readonly masked: 'no' | 'input' | 'both';
}

interface Declaration<Input extends GenericSchema, Output extends ObjectAnswer, R extends Rejections> {
  name: string;
  path: string;
  input: Input;
  output: Output;
  method?: 'GET' | 'POST';
  encoding?: Encoding;
  caller?: Caller;
  success?: '00' | '0';
  rejections?: R;
  idempotent?: boolean;
  masked?: 'no' | 'input' | 'both';
}

/** Declares one call. Defaults: POST, JSON, for a signed-in borrower, success `00`, nothing refused, repeatable, unmasked. */
export function call<
  Input extends GenericSchema,
  Output extends ObjectAnswer,
  R extends Rejections = Record<never, string>,
>(declaration: Declaration<Input, Output, R>): Call<Input, Output, R> {
  const none: Rejections = {};
  return {
    method: 'POST',
    encoding: 'json',
    caller: 'borrower',
    success: '00',
    idempotent: false,
    masked: 'no',
    ...declaration,
    rejections: declaration.rejections ?? (none as R),
  };
}

export type CallInput<C extends Call> = InferOutput<C['input']>;
export type CallOutput<C extends Call> = InferOutput<C['output']>;
export type RejectionOf<C extends Call> = Extract<keyof C['rejections'], string>;
