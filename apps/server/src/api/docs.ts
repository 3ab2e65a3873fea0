import type { Call } from '@hiram/contract/call';
import { calls } from '@hiram/contract/calls';
import { contextNames } from '@hiram/contract/context';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { FastifyInstance } from 'fastify';

/** OpenAPI 3.1 of every call, generated from the contract. */
function openApi(): object {
  const paths: Record<string, Record<string, object>> = {};
  // Sorted, so that the document does not depend on the order in which a loader lists exports.
  const sorted = [...calls].sort((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1));
  for (const call of sorted)
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(call) };
  return { openapi: '3.1.0', info: { title: 'Hiram', version: '1' }, servers: [{ url: '/api' }], paths };
}

function schemaOf(schema: Call['input'], side: 'input' | 'output'): object {
  const { $schema: _, ...rest } = toJsonSchema(schema, { errorMode: 'ignore', typeMode: side });
  return rest;
}

function operation(call: Call): object {
  const body = schemaOf(call.input, 'input');
  const envelope = {
    type: 'object',
    required: ['success', 'code', 'message', 'data'],
    properties: {
      success: { type: 'boolean' },
      code: {
        type: 'string',
        description: [
          `${call.success}: success`,
          ...Object.entries(call.rejections).map(([reason, code]) => `${code}: ${reason}`),
        ].join('; '),
      },
      message: { type: 'string' },
      field: { type: 'string' },
      data: schemaOf(call.output, 'output'),
    },
  };
  return {
    operationId: call.name,
    parameters: contextNames.map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
    ...(call.method === 'POST'
      ? {
          requestBody: {
            content: {
              'application/json': { schema: body },
              'application/x-www-form-urlencoded': { schema: body },
            },
          },
        }
      : {}),
    responses: {
      200: { description: 'The envelope', content: { 'application/json': { schema: envelope } } },
    },
  };
}

/** Serves the OpenAPI document. Sandbox only: for native teams and testers. */
export function docsRoutes(app: FastifyInstance): void {
  const document = openApi();
  app.get('/docs', async () => document);
}
