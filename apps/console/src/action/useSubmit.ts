import type { ActionCalls, Preview, Submitted } from '@hiram/contract/console/action-calls';
import type { StaffCall } from '@hiram/contract/console/staff-call';
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useDraft } from '../app/useDraft.ts';
import { sendStaff } from '../net/client.ts';

/** Every call of an action answers as `actionCalls` declares it. */
const send = <Answer>(call: StaffCall, input: object, brand: string) =>
  sendStaff(call, input, brand) as Promise<Answer>;

interface Submit {
  readonly preview: UseQueryResult<Preview>;
  readonly submitting: UseMutationResult<Submitted, Error, string>;
  readonly reason: string;
  readonly setReason: (text: string) => void;
  readonly reference: string;
  readonly setReference: (text: string) => void;
}

/** An action that a person is about to do. */
export interface Intended {
  readonly calls: ActionCalls;
  /** The request as the fields of the dialog make it; undefined: it is not complete yet. */
  readonly request: object | undefined;
  readonly brand: string;
  /** The cause of the action, if it is known: the reference of a complaint. */
  readonly reference?: string | undefined;
  /** Names the draft of reason and reference, such as `loan.waive <order id>`. */
  readonly draft: string;
  readonly onSubmitted: (submitted: Submitted) => void;
}

/** The effect of an action as it is now, and its submission with what the person typed, which is kept until it is sent. */
export function useSubmit({ calls, request, brand, draft, onSubmitted, ...given }: Intended): Submit {
  const client = useQueryClient();
  const [reason, setReason, clearReason] = useDraft(`reason ${draft}`);
  const [typed, setReference, clearReference] = useDraft(`reference ${draft}`);
  const reference = typed === '' ? (given.reference ?? '') : typed;
  const preview = useQuery({
    queryKey: [calls.preview.name, brand, request],
    queryFn: () => send<Preview>(calls.preview, { request }, brand),
    enabled: request !== undefined,
  });
  const submitting = useMutation({
    mutationFn: (digest: string) =>
      send<Submitted>(calls.submit, { request, digest, reference, reason }, brand),
    onSuccess: (submitted) => {
      clearReason();
      clearReference();
      onSubmitted(submitted);
    },
    onSettled: () => client.invalidateQueries(),
  });
  return { preview, submitting, reason, setReason, reference, setReference };
}
