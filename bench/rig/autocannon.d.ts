/** The used part of autocannon, which has no types of its own. */
declare module 'autocannon' {
  interface Request {
    readonly method: 'GET' | 'POST';
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    /** Returns the request to send, before each sending. */
    readonly setupRequest?: (request: Request) => Request;
  }
  interface Result {
    readonly requests: { readonly average: number; readonly total: number };
    /** Milliseconds. */
    readonly latency: { readonly p50: number; readonly p99: number; readonly max: number };
    readonly errors: number;
    readonly non2xx: number;
    readonly '2xx': number;
  }
  export default function autocannon(options: {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    /** Requests a second of all connections together. */
    readonly overallRate?: number;
    readonly requests: readonly Request[];
  }): Promise<Result>;
}
