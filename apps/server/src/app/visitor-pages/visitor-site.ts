import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { VisitorPage } from '@hiram/visitor-pages/pages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '../../brands/brand.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Promotion } from '../../features/promotion/promotion.ts';
import { type PageSettings, policyFor } from '../web/pages.ts';
import type { VisitorDocuments } from './documents.ts';

const compress = promisify(gzip);

export type SendHtml = (
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
  cache: 'no-cache' | 'no-store',
) => Promise<FastifyReply>;

/** The data that all visitors' pages share. */
export interface VisitorSite {
  readonly appContext: AppContext;
  readonly promotion: Promotion;
  readonly documents: VisitorDocuments;
  /** The brand of a query, in the query's language. */
  brandOf(query: URLSearchParams): Brand;
  readonly send: SendHtml;
  readonly renderOnce: RenderOnce;
}

type RenderOnce = (
  key: readonly (string | boolean)[],
  brand: Brand,
  page: () => VisitorPage,
  extraLanguage?: string,
) => string;

/** Sends documents with the policy of their scripts, compressed for a browser that accepts it. */
export function htmlSender(settings: () => PageSettings): SendHtml {
  return async (request, reply, html, cache) => {
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policyFor(html, settings()))
      .header('cache-control', cache)
      .header('vary', 'accept-encoding');
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(html);
    return reply.header('content-encoding', 'gzip').send(await compress(html));
  };
}

/**
 * Renders documents without the visitor's query, and keeps them by key: combinations of brand, language, page and template
 * are few.
 */
export function documentCache(documents: VisitorDocuments): RenderOnce {
  const rendered = new Map<string, string>();
  return (parts, brand, page, extraLanguage = '') => {
    const key = parts.join(' ');
    const html = rendered.get(key) ?? documents.render(page(), brand, extraLanguage);
    rendered.set(key, html);
    return html;
  };
}
