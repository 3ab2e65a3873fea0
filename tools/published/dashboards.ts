/** The Grafana dashboards of a release's docs/dashboards, from the panels. */

import { abuse, calls, type Dashboard, money, type Panel } from './panels.ts';

/** Grafana's way to name the data source that was chosen above the panels. */
const datasource = { type: 'prometheus', uid: `$${'{datasource}'}` };
const half = 12;
const height = 8;

function panelOf({ title, query, legend, unit = 'short', alert, kind = 'timeseries' }: Panel, index: number) {
  return {
    id: index + 1,
    title,
    type: kind,
    datasource,
    description: alert === undefined ? '' : `Alert: ${alert}. Its runbook is in docs/runbooks.md.`,
    gridPos: { x: (index % 2) * half, y: Math.floor(index / 2) * height, w: half, h: height },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: [{ refId: 'A', datasource, expr: query, legendFormat: legend ?? '' }],
  };
}

/** A dashboard as Grafana imports it. */
function dashboardOf({ uid, title, panels }: Dashboard): object {
  return {
    uid,
    title,
    tags: ['hiram'],
    timezone: 'browser',
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: {
      list: [{ name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' }],
    },
    panels: panels.map(panelOf),
  };
}

const all = [calls, money, abuse];

/** Every query and every named alert, for the checks. */
export const queries = all.flatMap(({ panels }) => panels.map(({ query }) => query));
export const namedAlerts = all.flatMap(({ panels }) => panels.flatMap(({ alert }) => alert ?? []));

/** The dashboards by the name of their file. */
export const dashboards: Readonly<Record<string, object>> = Object.fromEntries(
  all.map((dashboard) => [`${dashboard.uid}.json`, dashboardOf(dashboard)]),
);
