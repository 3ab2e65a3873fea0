import type { TestProject } from 'vitest/node';
import { type Cluster, startThrowawayCluster } from './throwaway-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    cluster: Cluster;
  }
}

/** One cluster for all database tests; each test file makes its own databases in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { cluster, stop } = await startThrowawayCluster();
  project.provide('cluster', cluster);
  return stop;
}
