import type { ReactNode } from 'react';

const skin = '#c98a5b';
const skinLight = '#e3b48d';
const skinDark = '#a96d42';
const primary = 'var(--primary)';
const accent = 'var(--accent)';

/** A hand holds a phone that shows a loan in steps. The colours are the landing page's; `currency` is the sign on the coin. */
export function PhoneArt({ currency }: { readonly currency: string }): ReactNode {
  return (
    <svg viewBox="0 0 320 200" aria-hidden="true">
      <path d="M0 0h320v200H0z" fill="var(--primary-tint)" />
      <circle cx="262" cy="46" r="24" fill={accent} />
      <path d="M0 150c52-26 104-30 160-12s108 12 160-14v76H0z" fill={primary} opacity=".16" />
      <g fill={primary}>
        <path d="M30 160v-44l30-24 30 24v44z" fill="var(--surface-raised)" />
        <path d="M22 120l38-31 38 31" fill="none" stroke={primary} strokeWidth="7" strokeLinecap="round" />
        <path d="M52 160v-24h16v24z" />
      </g>
      <path d="M132 170c-2 12-2 20 0 30h98c8-14 12-32 8-52-3-16-14-30-34-36z" fill={skin} />
      <path d="M128 200v-14h108v14z" fill={primary} />
      <path d="M128 184h108v5H128z" fill={accent} />
      <rect x="120" y="10" width="88" height="166" rx="15" fill="#17151f" />
      <rect x="126" y="17" width="76" height="152" rx="10" fill="var(--surface-raised)" />
      <path d="M126 27a10 10 0 0110-10h56a10 10 0 0110 10v29h-76z" fill={primary} />
      <rect x="136" y="28" width="26" height="5" rx="2.500" fill="var(--on-primary)" opacity=".7" />
      <rect x="136" y="38" width="46" height="9" rx="3" fill="var(--on-primary)" />
      <g fill={primary}>
        <rect x="134" y="112" width="14" height="18" rx="2" />
        <rect x="150" y="102" width="14" height="28" rx="2" fill={accent} />
        <rect x="166" y="90" width="14" height="40" rx="2" opacity=".3" />
        <rect x="182" y="78" width="14" height="52" rx="2" opacity=".3" />
        <rect x="134" y="142" width="62" height="16" rx="8" />
      </g>
      <path d="M188 78V64l10 4-10 4" fill={accent} stroke="var(--ink)" strokeWidth="1.500" />
      <g fill="none" strokeLinecap="round">
        <g stroke={skin} strokeWidth="17">
          <path d="M117 84h9M115 103h12M116 122h11M119 140h8" />
        </g>
        <path d="M112 93.500h18M111 112.500h19M113 131h16" stroke={skinDark} strokeWidth="1.500" />
        <path d="M224 152c-2-18-12-34-28-47" stroke={skin} strokeWidth="21" />
        <path d="M215 168c5-8 7-14 7-22" stroke={skinDark} strokeWidth="1.500" />
        <path d="M195 104l5 5" stroke={skinLight} strokeWidth="9" />
      </g>
      <circle cx="90" cy="52" r="19" fill={accent} />
      <circle
        cx="90"
        cy="52"
        r="14.500"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="1.500"
        opacity=".5"
      />
      <text x="90" y="58" textAnchor="middle" fontSize="16" fontWeight="700" fill="var(--on-accent)">
        {currency}
      </text>
    </svg>
  );
}
