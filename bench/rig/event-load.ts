/**
 * Sends visitors' events as load, in its own process, so that it does not slow down the process that measures. Arguments: origin,
 * events per second, seconds. Prints one line of JSON: the number of stored events, and of errors.
 */
import { trackVisit } from '@hiram/contract/promotion';
import autocannon from 'autocannon';

const [origin = '', rate = '1', seconds = '1'] = process.argv.slice(2);
const addresses = 500;
/** The server answers an event when its batch is stored, so many requests wait at the same time. */
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
    // Each event is of another visitor and source, so that each is stored.
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
