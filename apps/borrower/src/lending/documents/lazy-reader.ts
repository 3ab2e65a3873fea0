import { lazy } from 'react';

/** The readers of documents. Their script is loaded when the first document is opened. */
export const DocumentReader = lazy(() =>
  import('./DocumentReader.tsx').then((module) => ({ default: module.DocumentReader })),
);
export const LegalReader = lazy(() =>
  import('./DocumentReader.tsx').then((module) => ({ default: module.LegalReader })),
);
