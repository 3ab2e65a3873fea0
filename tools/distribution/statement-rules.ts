/** Which statements break the rules of `rules.json`: each rule is a question to a statement's text. */
import { byBorrower, routeOf } from '../statement-routes.ts';
import { isDistributed, placeOf } from './keys.ts';
import type { Statement } from './statements.ts';

const rowLock = /\bfor (no key )?update\b|\bfor (key )?share\b|\.for(NoKey)?Update\(|\.for(Key)?Share\(/;
const outerJoin = /\b(left|right|full) join\b|\.(left|right|full)Join\(/;
const update = /\bupdate \w+ .*\bset\b|\.updateTable\(/s;
const innerQuery = /\(\s*select\b|\bexists\b.*\bselect|[^d]b\.selectFrom\(|\.selectFrom\(.*\.selectFrom\(/s;
/** Functions whose value changes within a transaction. */
const volatile = /\b(clock_timestamp|random|gen_random_uuid|nextval|set_config)\(/;
/** Functions of columns that depend on settings such as the time zone; a choice by the transaction's time. */
const stable =
  /\b(to_jsonb?|jsonb_build_\w+|to_char|concat|concat_ws|format|date_trunc)\(|\b(coalesce|case)\b[^;]*\b(now\(|current_date|current_timestamp)|_at::(text|date)\b/;
const conflict = /\bon conflict \(([^)]*)\)|\.column\('(\w+)'\)|\.columns\(\[([^\]]*)\]\)/;

/** The SQL within a statement. */
const sqlIn = (text: string): string =>
  [...text.matchAll(/(?:\bsql(?:<[^`]*>)?|\((?=`))`([^`]*)`/g)].map(([, sql = '']) => sql).join('\n');

/** The columns by which an insertion finds an existing row; undefined if it names none. */
function conflictColumns(text: string): string | undefined {
  if (!/on conflict|\.onConflict\(/.test(text)) return undefined;
  const named = conflict.exec(text.slice(text.search(/on conflict|\.onConflict\(/)));
  return named ? (named[1] ?? named[2] ?? named[3]) : undefined;
}

const placesOf = ({ tables }: Statement): string[] =>
  tables.filter(isDistributed).map((table) => placeOf.get(table) ?? '');

/** Whether Citus finds the rows on one machine: by the borrower, or by a value of the column that the tables are distributed by. */
function isOnOneMachine(statement: Statement): boolean {
  if (routeOf(statement.text) === 'borrower') return true;
  const isNamed = (column: string) =>
    new RegExp(
      `['".]${column}['"],\\s*'(=|in)',(?!\\s*(?:['"]|\\(eb\\)))|\\b${column}\\s*(=|in)\\s*\\(?\\$`,
    ).test(statement.text);
  return placesOf(statement).every((column) => column !== 'borrower_id' && isNamed(column));
}

const crosses = (statement: Statement): boolean =>
  placesOf(statement).length > 0 && !isOnOneMachine(statement);

/** The part of an update that sets values, and its condition. */
const updates = (statement: Statement): boolean =>
  placesOf(statement).length > 0 && update.test(statement.text);

const joined = /\bjoin\b|\.(inner|left|right|full|cross)Join\(/;
/** A pair of columns by which two tables have the same borrower. */
const sameBorrower =
  /\bborrower_id\s*=\s*\w+\.(borrower_id|id)\b|borrower_id['"],\s*('=',\s*)?['"][\w.]*\.(borrower_id|id)['"]|borrower\.id['"],\s*('=',\s*)?['"][\w.]*borrower_id|\bid = \w+\.borrower_id\b|using \(borrower_id/g;

/** Whether tables are joined without each of them being bound to the same borrower. */
function joinsOtherwise({ text, tables }: Statement): boolean {
  const own = tables.filter((table) => placeOf.get(table) === 'borrower_id' || table === 'borrower');
  if (own.length < 2 || !joined.test(text)) return false;
  const conditions = [...text.matchAll(new RegExp(byBorrower, 'g'))].length;
  return [...text.matchAll(sameBorrower)].length + conditions < own.length - (conditions === 0 ? 1 : 0);
}

export const statementRules: Readonly<Record<string, (statement: Statement) => boolean>> = {
  'citus-lock': (statement) => crosses(statement) && rowLock.test(statement.text),
  'citus-join': joinsOtherwise,
  'citus-outer-join': (statement) => crosses(statement) && outerJoin.test(statement.text),
  'citus-subquery': (statement) => crosses(statement) && innerQuery.test(statement.text),
  'citus-recursive': (statement) =>
    crosses(statement) && /\bwith recursive\b|\.withRecursive\(/.test(statement.text),
  'citus-grouping-sets': (statement) =>
    crosses(statement) && /\b(grouping sets|rollup|cube)\b/.test(statement.text),
  'citus-sample': (statement) => crosses(statement) && /\btablesample\b/.test(statement.text),
  'citus-ctid': (statement) => /\bctid\b/.test(statement.text),
  'citus-volatile': (statement) => updates(statement) && volatile.test(sqlIn(statement.text)),
  'citus-stable': (statement) => updates(statement) && stable.test(sqlIn(statement.text)),
  'citus-insert-subquery': ({ text, tables }) =>
    tables.some(isDistributed) &&
    /\binsert into\b[^;]*\bvalues\b[^;]*\(\s*select\b|\.values\(.*\bselectFrom\(/s.test(text),
  'citus-conflict': ({ text, tables: [table = ''] }) => {
    const columns = conflictColumns(text);
    const place = placeOf.get(table) ?? 'one';
    return isDistributed(table) && columns !== undefined && !columns.includes(place);
  },
  'citus-advisory': ({ text }) => /\bpg_(try_)?advisory_\w+/.test(text),
  'yugabyte-advisory': ({ text }) => /\bpg_(try_)?advisory_\w+/.test(text),
  'yugabyte-read-committed': ({ text }) => /\bskip locked\b|\.skipLocked\(/.test(text),
  'yugabyte-system-column': ({ text }) => /\b(ctid|xmin|xmax|cmin|cmax)\b/.test(text),
  'yugabyte-xid': ({ text }) => /\b(pg_current_xact_id|txid_\w+|backend_xid|xid)\b/.test(text),
  'yugabyte-sample': ({ text }) => /\btablesample\b/.test(text),
  'yugabyte-lock-table': ({ text }) => /\block table\b/.test(text),
  'yugabyte-notify': ({ text }) => /[`']\s*(listen|notify|unlisten) |\bpg_notify\(/.test(text),
  'yugabyte-two-phase': ({ text }) => /\bprepare transaction\b/.test(text),
  'yugabyte-merge': ({ text }) => /\bmerge into\b|\.mergeInto\(/.test(text),
  'yugabyte-later-sql': ({ text }) =>
    /\b(json_(table|query|value|exists|array|object|arrayagg|objectagg)|any_value|uuidv7|is json)\b/.test(
      text,
    ),
};

const nameOf = ({ file, tables: [table] }: Statement): string =>
  table === undefined ? file : `${file} ${table}`;

/** The statements that break each rule: file and first table, with the number if there are several. */
export function brokenBy(statements: readonly Statement[]): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(statementRules).map(([id, breaks]) => {
      const names = Map.groupBy(statements.filter(breaks), nameOf);
      return [id, [...names].map(([name, found]) => (found.length > 1 ? `${name} ×${found.length}` : name))];
    }),
  );
}
