import { type listLateLoans, queues } from '@hiram/contract/console/collections';
import type { StaffInput } from '@hiram/contract/console/staff-call';
import { asId } from '@hiram/contract/ids';
import { useSearch } from 'wouter';

const whose = ['all', 'mine', 'nobody', 'mineOrNobody'] as const;

/** The queue and the filters of an address. A wrong one counts as none. */
export function useNarrowing(): StaffInput<typeof listLateLoans> {
  const search = new URLSearchParams(useSearch());
  const bucket = queues.find((one) => one === search.get('bucket'));
  const amount = (name: string) => {
    const text = search.get(name) ?? '';
    return /^\d{1,12}$/.test(text) ? { [name]: Number(text) * 100 } : {};
  };
  const product = search.get('product') ?? '';
  const agencyId = search.get('agency') ?? '';
  return {
    ...(bucket ? { bucket } : {}),
    whose: whose.find((one) => one === search.get('whose')) ?? 'all',
    ...(product === '' ? {} : { product }),
    ...(agencyId === '' ? {} : { agencyId: asId<'agency'>(agencyId) }),
    ...amount('from'),
    ...amount('to'),
  };
}
