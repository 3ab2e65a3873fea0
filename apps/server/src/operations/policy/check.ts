import { policyDigest } from '../../lending/origination/decision/policies.ts';
import { defineCommand } from '../command.ts';
import { anyText, required } from '../parameters.ts';
import { draftIn, servedBrand } from './draft-file.ts';

export const checkPolicy = defineCommand({
  name: 'policy check',
  summary: 'check a draft of a credit policy',
  description: 'Its form, the market’s law, rules that can never act, products that the brand does not have.',
  arguments: {},
  options: {
    brand: required('BRAND', 'the brand', anyText),
    draft: required('FILE', 'the policy as JSON', anyText),
  },
  difference: 'the policy has a fault',
  examples: ['policy check --brand ph --draft policy.json'],
  async run({ brand: id, draft }, session) {
    const { result } = await session.withApp(async (app) =>
      draftIn(session.folder, draft, servedBrand(app, id)),
    );
    const { policy, faults } = result;
    const sha256 = policy && policyDigest(policy).toString('hex');
    return {
      data: { faults, ...(sha256 ? { sha256 } : {}) },
      lines: [...faults, sha256 ? `The policy can be used: ${sha256}` : `${faults.length} faults.`],
      hasFailed: faults.length > 0,
    };
  },
});
