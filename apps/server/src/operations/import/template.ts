/** The columns of the template, in its order. `docs/import.md` describes each. */
export const columns = [
  'record',
  'loan',
  'phone',
  'name',
  'product',
  'client',
  'principal',
  'fee',
  'disbursed_on',
  'term_days',
  'periods',
  'daily_ppm',
  'balance',
  'opening_principal',
  'opening_interest',
  'opening_late',
  'opening_penalty',
  'day',
  'amount',
  'interest',
  'reference',
] as const;
export type Column = (typeof columns)[number];

/** A fault of the file. Line and column are named; `column` is empty for a fault of the whole line. */
export interface Fault {
  readonly line: number;
  readonly column: Column | '';
  readonly fault: string;
}

/** The file is no such template, or has faults. */
export class TemplateFault extends Error {
  static at(line: number, column: Column | '', fault: string): TemplateFault {
    return new TemplateFault({ line, column, fault });
  }

  readonly faults: readonly Fault[];
  constructor(...faults: readonly Fault[]) {
    super(faults.map(faultLine).join('\n'));
    this.faults = faults;
  }
}

export function faultLine({ line, column, fault }: Fault): string {
  return `Line ${line}${column === '' ? '' : `, column ${column}`}: ${fault}.`;
}

/** A line of the file: its cells by column, without blanks around them. */
export interface TemplateLine {
  readonly line: number;
  readonly cells: Readonly<Record<Column, string>>;
}

/** A loan with the lines that belong to it. */
export interface LoanLines {
  readonly loan: TemplateLine;
  readonly instalments: readonly TemplateLine[];
  readonly payments: readonly TemplateLine[];
}
