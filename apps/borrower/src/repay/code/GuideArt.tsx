import type { ReactNode } from 'react';

/** A phone's frame around a screen. */
function Phone({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <svg
      width="132"
      height="176"
      viewBox="0 0 132 176"
      fill="none"
      stroke="var(--ink-muted)"
      strokeWidth="2.500"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <rect x="22" y="4" width="88" height="168" rx="14" fill="var(--surface)" />
      <path d="M58 14h16" />
      {children}
    </svg>
  );
}

const tile = 'var(--primary-tint)';
const strong = 'var(--primary)';

/** The wallet's home screen: a balance and tiles, with the bills tile highlighted. */
export function OpenBills(): ReactNode {
  return (
    <Phone>
      <rect x="32" y="26" width="68" height="30" rx="6" fill={tile} stroke="none" />
      <path d="M40 36h24M40 46h40" />
      <rect x="32" y="66" width="19" height="19" rx="5" />
      <rect x="57" y="66" width="19" height="19" rx="5" />
      <rect x="81" y="66" width="19" height="19" rx="5" />
      <rect x="32" y="92" width="19" height="19" rx="5" />
      <rect x="57" y="92" width="19" height="19" rx="5" stroke={strong} fill={tile} />
      <path d="M62 98h9M62 102h9M62 106h5" stroke={strong} />
      <rect x="81" y="92" width="19" height="19" rx="5" />
      <circle cx="66" cy="101" r="20" stroke={strong} strokeDasharray="4 5" />
      <path d="M40 132h52M40 144h36" />
    </Phone>
  );
}

/** The list of billers with the lender selected. */
export function ChooseBiller(): ReactNode {
  return (
    <Phone>
      <rect x="32" y="26" width="68" height="16" rx="8" />
      <circle cx="41" cy="34" r="3.500" />
      <path d="M44 37l3 3" />
      <path d="M34 58h52M34 78h44" />
      <rect x="30" y="90" width="72" height="24" rx="6" fill={tile} stroke={strong} />
      <path d="M38 102h40M90 98l5 4-5 4" stroke={strong} />
      <path d="M34 128h48M34 146h40" />
    </Phone>
  );
}

/** The bill: payment code, amount and button. */
export function TypeCode(): ReactNode {
  return (
    <Phone>
      <path d="M34 32h30" />
      <rect x="32" y="38" width="68" height="20" rx="5" stroke={strong} fill={tile} />
      <path d="M39 48h6M50 48h6M61 48h6M72 48h6M83 48h6" stroke={strong} strokeWidth="3.500" />
      <path d="M34 72h24" />
      <rect x="32" y="78" width="68" height="20" rx="5" />
      <path d="M40 83v10M40 83h4a3 3 0 010 6h-4M38 86h9M56 88h24" />
      <rect x="32" y="126" width="68" height="22" rx="11" fill={strong} stroke="none" />
      <path d="M56 137h20" stroke="var(--on-primary)" />
    </Phone>
  );
}

/** A wallet that scans the code from a picture. */
export function ScanCode(): ReactNode {
  return (
    <Phone>
      <path d="M40 44v-8h8M92 44v-8h-8M40 88v8h8M92 88v8h-8" stroke={strong} />
      <path d="M50 46h12v12H50zM70 46h12v12H70zM50 74h12v12H50zM72 72v6M80 72v4M72 86h10M82 82v2" />
      <path d="M36 66h60" stroke="var(--accent)" />
      <rect x="44" y="118" width="44" height="26" rx="6" />
      <path d="M50 138l10-10 8 8 6-5 8 7" />
    </Phone>
  );
}

/** A bank's page or an ATM with the virtual account number typed in. */
export function AccountNumber(): ReactNode {
  return (
    <Phone>
      <path d="M34 32h30" />
      <rect x="32" y="40" width="68" height="22" rx="5" stroke={strong} fill={tile} />
      <path
        d="M38 51h4M46 51h4M54 51h4M62 51h4M70 51h4M78 51h4M86 51h4"
        stroke={strong}
        strokeWidth="3.500"
      />
      <path
        d="M42 84h.1M66 84h.1M90 84h.1M42 102h.1M66 102h.1M90 102h.1M42 120h.1M66 120h.1M90 120h.1M66 138h.1"
        strokeWidth="7"
      />
    </Phone>
  );
}

/** A store counter: a code, cash, a receipt. */
export function StoreCounter(): ReactNode {
  return (
    <svg
      width="220"
      height="150"
      viewBox="0 0 220 150"
      fill="none"
      stroke="var(--ink-muted)"
      strokeWidth="2.500"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M20 46h180l-10-30H30z" fill={tile} stroke={strong} />
      <path d="M56 16l-6 30M92 16l-2 30M128 16l2 30M164 16l6 30" stroke={strong} />
      <path d="M10 104h200v8H10zM22 112v30M198 112v30" />
      <circle cx="148" cy="68" r="12" />
      <path d="M128 104c0-16 9-22 20-22s20 6 20 22" />
      <rect x="40" y="62" width="30" height="42" rx="5" fill="var(--surface-raised)" />
      <path d="M47 72v14M51 72v14M56 72v14M60 72v14M64 72v14M47 94h16" stroke={strong} />
      <path d="M84 90h26v14H84zM97 94v6" />
      <path d="M180 74h16v30h-16zM184 82h8M184 90h8" fill="var(--surface-raised)" />
    </svg>
  );
}
