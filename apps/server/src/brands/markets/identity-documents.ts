import type { MarketName } from './markets.ts';

/** Kinds of identity documents. Their names are texts `identity.<kind>`. */
export const documentKinds = [
  'philsys',
  'umid',
  'driver',
  'passport',
  'postal',
  'pan',
  'aadhaar',
  'ktp',
] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** The documents that a brand of a market may ask for. */
export const marketDocuments: Readonly<Record<MarketName, readonly DocumentKind[]>> = {
  spec: [],
  ph: ['philsys', 'umid', 'driver', 'passport', 'postal'],
  in: ['pan', 'aadhaar'],
  id: ['ktp'],
};

const oneSided: readonly DocumentKind[] = ['passport', 'pan', 'ktp'];

/** Reports whether the back is needed too. */
export const hasBack = (kind: string): boolean => !oneSided.some((other) => other === kind);

/** The form's item with the number of a document of this kind. */
export const numberItemOf = (kind: string): string => (kind === 'pan' ? 'pan' : 'idNumber');
