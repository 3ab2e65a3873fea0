import type { Call, CallInput, CallOutput } from '@hiram/contract/call';
import type { Context } from '@hiram/contract/context';
import { type LaterModule, later } from '../../kit/runtime/later.ts';
import { type CallResult, NoAnswer, type SendOptions } from './call-result.ts';
import { takeFirstCall } from './first-call.ts';

/**
 * A call whose declaration the first view does without: the document has the answer as the app reads it, and the declaration is
 * loaded to send a call. `name` is the declaration's.
 */
export interface LaterCall<C extends Call> {
  readonly name: string;
  readonly declaration: () => C | Promise<C>;
}

/** Names a call of a contract that is loaded later. */
export const laterCall = <Contract, C extends Call>(
  contract: LaterModule<Contract>,
  name: string,
  pick: (contract: Contract) => C,
): LaterCall<C> => ({
  name,
  declaration: () => (contract.now ? pick(contract.now) : contract.load().then(pick)),
});

const transport = later(() => import('./transport.ts'));

/** Sends one call. Throws NoAnswer if no envelope came back or if its data do not match the contract. */
export async function send<C extends Call>(
  call: C | LaterCall<C>,
  input: CallInput<C>,
  context: Context,
  options: SendOptions = {},
): Promise<CallResult<CallOutput<C>>> {
  // At once if both are there: the page may be about to be left.
  const declared = 'declaration' in call ? call.declaration() : call;
  if (transport.now && !(declared instanceof Promise))
    return transport.now.sendCall(declared, input, context, options);
  const [{ sendCall }, declaration] = await Promise.all([transport.load(), declared]).catch(noTransport);
  return sendCall(declaration, input, context, options);
}

function noTransport(reason: unknown): never {
  throw new NoAnswer(String(reason));
}

/** The answer that arrived with the document's first view. Undefined if there is none to this input. */
export function arrivedAnswer<C extends Call>(
  { name }: { readonly name: string },
  input: CallInput<C>,
  context: Context,
): { readonly data: CallResult<CallOutput<C>>; readonly again: boolean | undefined } | undefined {
  if (!window.hiramFirst?.result) return undefined;
  // The server begins only calls whose input has one name for each field (`serverCallOf` in `build/early-calls.ts`).
  const first = takeFirstCall(name, input, context);
  return first?.result ? { data: first.result as CallResult<CallOutput<C>>, again: first.again } : undefined;
}
