/** Runs a throw-away database cluster until its standard input closes. Prints its address. */
import { shortLived, startThrowawayCluster } from '@hiram/server/test/support/database/throwaway-cluster.ts';

const { cluster, stop } = await startThrowawayCluster(shortLived);
console.log(JSON.stringify({ ready: cluster }));
process.stdin.resume();
process.stdin.on('end', () => {
  void stop().then(() => process.exit(0));
});
