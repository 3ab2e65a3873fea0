import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { maxCell } from '../platform/cells/marks.ts';
import { defaultSchema, isSchemaName } from '../platform/database/connection/endpoint.ts';
import { ConfigError } from '../platform/errors/config-error.ts';

/** A cell besides that of DATABASE_URL. */
export interface CellSettings {
  readonly id: number;
  /** Its database by the servers' login; undefined: that of DATABASE_URL. */
  readonly url?: string | undefined;
  readonly schema: string;
}

const entry = v.strictObject({
  id: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxCell)),
  url: v.optional(v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address'))),
  schema: v.optional(v.pipe(v.string(), v.check(isSchemaName, 'must be a name of a schema')), defaultSchema),
});

/** Reads the cells of the file that CELLS names. Throws ConfigError that names the faulty field. */
export function readCells(file: string | undefined): readonly CellSettings[] {
  if (file === undefined) return [];
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new ConfigError(`CELLS: the file ${file} cannot be read`);
  }
  return parseCells(text);
}

export function parseCells(text: string): readonly CellSettings[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new ConfigError('CELLS is no JSON');
  }
  const parsed = v.safeParse(v.array(entry), json);
  if (!parsed.success)
    throw new ConfigError(
      `CELLS: ${v.getDotPath(parsed.issues[0]) ?? 'the list'}: ${parsed.issues[0].message}`,
    );
  const cells = parsed.output;
  for (const [index, cell] of cells.entries()) {
    const former = cells.slice(0, index);
    if (former.some(({ id }) => id === cell.id)) throw new ConfigError(`CELLS: two cells ${cell.id}`);
    const same = former.find(({ url, schema }) => url === cell.url && schema === cell.schema);
    if (same || (cell.url === undefined && cell.schema === defaultSchema))
      throw new ConfigError(
        `CELLS: cell ${cell.id} has the schema of ${same ? `cell ${same.id}` : 'DATABASE_URL'}`,
      );
  }
  return cells;
}
