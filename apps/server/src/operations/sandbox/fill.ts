import { sandboxFill } from '@hiram/contract/sandbox';
import { callsTo } from '../../sandbox/fill/calls.ts';
import { defineCommand, UsageError } from '../command.ts';
import { brand, option } from '../parameters.ts';
import { serverSettings } from '../session.ts';

export const fill = defineCommand({
  name: 'sandbox fill',
  summary: 'fill a running sandbox with borrowers in every state and work for the staff',
  description:
    'Asks the sandbox at its address, so it must run. Makes some sixty borrowers, and adds as many again each time. A server outside the sandbox does not know this call.',
  arguments: {},
  options: {
    brand,
    url: option('URL', 'the address of the sandbox, if it is not PUBLIC_URL', (text) => {
      if (!/^https?:\/\//.test(text)) throw new UsageError('it is not an http address');
      return text.replace(/\/+$/, '');
    }),
  },
  examples: ['sandbox fill', 'sandbox fill --brand ph --url http://localhost:3000'],
  async run({ brand, url }, session) {
    const { config } = serverSettings(session.environment);
    const origin = url ?? config.publicUrl;
    const { borrowers } = await callsTo(origin, brand ?? config.brands[0] ?? '')(sandboxFill, {}).catch(
      (error: unknown) => {
        const isAway = error instanceof TypeError;
        throw isAway ? new Error(`no sandbox answers at ${origin}: start it with npm start`) : error;
      },
    );
    return {
      data: { borrowers },
      lines: [`Made ${borrowers} borrowers, and what waits for the staff: look at the console.`],
    };
  },
});
