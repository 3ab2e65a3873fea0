import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import type { InternalValue } from './wire.ts';

/** The web app's encoding of a call's input. The server accepts every encoding for every call. */
export type Encoding = 'json' | 'form' | 'query' | 'multipart';

/** The permitted caller: a signed-in borrower, anyone, or anyone in sandbox mode only. */
export type Caller = 'borrower' | 'anyone' | 'sandbox';

/** The call's rejections of input that a person typed or chose: reason → envelope code. */
export type Rejections = Readonly<Record<string, string>>;

/** An answer's data is always an object. */
export type ObjectAnswer = GenericSchema<unknown, object>;

export interface Call<
  Input extends GenericSchema = GenericSchema,
  Output extends ObjectAnswer = ObjectAnswer,
  R extends Rejections = Rejections,
> {
  /** The unique name of the call in message catalogues and metrics. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Path under the base prefix, e.g. `/v3/loan-details/loan-details` (NET-02). */
  readonly path: string;
  readonly encoding: Encoding;
  readonly caller: Caller;
  /** Input fields. Unknown fields are rejected. */
  readonly input: Input;
  readonly output: Output;
  /** The code of success: `00`, or `0` for a few older calls (NET-01). */
  readonly success: '00' | '0';
  readonly rejections: R;
  /**
   * True if the call accepts an `Idempotency-Key`: a repeated request gets the first answer. For calls that
   * move money or create something.
   */
  readonly idempotent: boolean;
  /** The names that are always masked (NET-07), independent of the configuration. */
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

/**
 * Declares a call. Defaults: POST, JSON, for a signed-in borrower, success `00`, no rejections, no
 * idempotency key, not masked.
 */
export function call<
  Input extends GenericSchema,
  Output extends ObjectAnswer,
  R extends Rejections = Record<never, string>,
>(declaration: Declaration<Input, Output, R>): Call<Input, Output, R> {
  const noRejections: Rejections = {};
  return {
    method: 'POST',
    encoding: 'json',
    caller: 'borrower',
    success: '00',
    idempotent: false,
    masked: 'no',
    ...declaration,
    rejections: declaration.rejections ?? (noRejections as R),
  };
}

/** A call's input and answer under the names and values that the product uses; `wire.ts` translates them. */
export type CallInput<C extends Call> = InternalValue<C['input']>;
export type CallOutput<C extends Call> = Extract<InternalValue<C['output']>, object>;
/** The same under wire names and codes, as the schemas validate them. */
export type WireInput<C extends Call> = InferOutput<C['input']>;
/** A call's input as it is sent, before the schema reads it. Ids are text. */
export type SentInput<C extends Call> = InferInput<C['input']>;
export type WireOutput<C extends Call> = InferOutput<C['output']>;
export type RejectionOf<C extends Call> = Extract<keyof C['rejections'], string>;
