import { me } from '@hiram/contract/console/session';
import type { StaffCall, StaffInput, StaffOutput } from '@hiram/contract/console/staff-call';
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { StaffFault, sendStaff } from './client.ts';

/** Reads a call. It is read again when the page becomes visible, and after every action. */
export function useStaffCall<C extends StaffCall>(
  call: C,
  input: StaffInput<C>,
  brand?: string,
  { isOn = true }: { readonly isOn?: boolean } = {},
): UseQueryResult<StaffOutput<C>> {
  return useQuery({
    queryKey: [call.name, brand, input],
    queryFn: () => sendStaff(call, input, brand, { isRead: true }),
    enabled: isOn,
  });
}

/** Reports whether the fault means that nobody is signed in, or that the session is locked: the frame shows what to do. */
function isSessionFault(error: unknown): boolean {
  return error instanceof StaffFault && (error.code === 'notSignedIn' || error.code === 'locked');
}

/** Performs a call that changes something, and reads everything shown again. */
export function useStaffAction<C extends StaffCall>(
  call: C,
  brand?: string,
): UseMutationResult<StaffOutput<C>, Error, StaffInput<C>> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: StaffInput<C>) => sendStaff(call, input, brand),
    onSettled: (_output, error) =>
      client.invalidateQueries(isSessionFault(error) ? { queryKey: [me.name] } : undefined),
  });
}
