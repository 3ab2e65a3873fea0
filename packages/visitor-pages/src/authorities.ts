/** Who else decides about a complaint, by market, as the loan terms say. */
export const authorities = {
  spec: undefined,
  ph: { name: 'Securities and Exchange Commission', url: 'https://www.sec.gov.ph' },
  in: { name: 'RBI Ombudsman, cms.rbi.org.in', url: 'https://cms.rbi.org.in' },
  id: { name: 'Kontak OJK 157', url: 'https://kontak157.ojk.go.id' },
} as const;
