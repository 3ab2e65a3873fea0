import { exportPortfolio } from '@hiram/contract/console/portfolio';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ExportFile } from '../net/ExportFile.tsx';
import type { PortfolioPart } from './shown-portfolio.ts';

interface Props {
  readonly brand: string;
  readonly part: PortfolioPart;
  readonly on: string;
  readonly onClose: () => void;
}

/** Exports what was counted of a day, a row for each cell. */
export function ExportDialog({ brand, part, on, onClose }: Props): ReactNode {
  const { t } = useLingui();
  return (
    <ExportFile
      title={t`Export the portfolio of ${on}`}
      brand={brand}
      onClose={onClose}
      call={exportPortfolio}
      input={(format) => ({ on, format, ...part })}
    >
      <p>{t`A row for each class, product, kind of clients, month, source and policy: loans and amount.`}</p>
    </ExportFile>
  );
}
