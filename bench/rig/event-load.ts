/**
 * Visitors that tell where they come from, in a process of its own: whoever measures answers must not be the one who makes
 * the load. Arguments: origin, events a second, seconds. Prints one line of JSON: events that were kept, and errors.
 */
import { trackVisit } from '@hiram/contract/promotion';
import autocannon from 'autocannon';

const [origin = '', rate = '1', seconds = '1'] = process.argv.slice(2);
const addresses = 500;
/** An answer waits for its batch: so many must be able to wait at once. */
const connections = 100;
const run = `${process.pid}`;
let reportedCount = 0;

const {
  errors,
  non2xx,
  '2xx': stored,
} = await autocannon({
  url: origin,
  connections,
  duration: Number(seconds),
  overallRate: Number(rate),
  requests: Array.from({ length: addresses }, (_, at) => ({
    method: 'GET' as const,
    path: '/',
    headers: { 'x-forwarded-for': `10.2.${at >> 8}.${at & 255}` },
    // Each is another visitor from another source, so that each is written.
    setupRequest: (request) => {
      reportedCount += 1;
      const query = new URLSearchParams({
        deviceId: `visitor-${run}-${reportedCount}`,
        user_from: `source-${reportedCount % 20}`,
        utm_tag: `tag-${reportedCount % 7}`,
        page_type: '1',
      });
      return { ...request, path: `/api${trackVisit.path}?${query}` };
    },
  })),
});
console.log(JSON.stringify({ kept: stored, errors: errors + non2xx }));
