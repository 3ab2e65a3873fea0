import { Gauge, type Registry } from 'prom-client';

/** A row of a gauge's query: its labels and its `value`. */
export type GaugeRow = Readonly<Record<string, string | number | null>>;

/** Time limit for one query. A scraper waits ten seconds for all metrics together. */
const queryTimeoutMs = 4_000;

async function withTimeout<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the database does not answer')), queryTimeoutMs);
  });
  return Promise.race([answer, timeout]).finally(() => clearTimeout(timer));
}

export interface GaugeDefinition {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
}

/**
 * A gauge whose values are queried at each scrape. If the database is unavailable or slow, the gauge has no value instead of
 * a wrong one, and the others are not delayed.
 */
export function databaseGauge(
  registry: Registry,
  { name, help, labels }: GaugeDefinition,
  query: () => Promise<readonly GaugeRow[]>,
): void {
  new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    async collect() {
      this.reset();
      // A gauge without labels would report 0 until it is set, which reads as "all is well".
      if (labels.length === 0) this.remove();
      for (const row of await withTimeout(query()).catch((): readonly GaugeRow[] => []))
        this.set(
          Object.fromEntries(labels.map((label) => [label, String(row[label] ?? '')])),
          Number(row.value ?? 0),
        );
    },
  });
}
