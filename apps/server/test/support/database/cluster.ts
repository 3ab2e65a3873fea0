import type { TestProject } from 'vitest/node';
import { keepTogether } from '../scratch.ts';
import { type Cluster, shortLived, startThrowawayCluster } from './throwaway-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    cluster: Cluster;
  }
}

/** One cluster for all database tests; each test file creates its own databases in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const remove = keepTogether();
  const { cluster, stop } = await startThrowawayCluster(shortLived);
  project.provide('cluster', cluster);
  return async () => {
    await stop();
    remove();
  };
}
