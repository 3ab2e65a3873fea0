/** Holds a throw-away database cluster for as long as its standard input stays open; prints where it answers. */
import { shortLived, startThrowawayCluster } from '@hiram/server/test/support/throwaway-cluster.ts';

const { cluster, stop } = await startThrowawayCluster(shortLived);
console.log(JSON.stringify(cluster));
process.stdin.resume();
process.stdin.on('end', () => {
  void stop().then(() => process.exit(0));
});
