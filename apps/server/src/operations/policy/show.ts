import { describePolicy } from '../../lending/origination/decision/describe-policy.ts';
import { policyDigest, policyInEffect } from '../../lending/origination/decision/policies.ts';
import { defineCommand } from '../command.ts';
import { anyText, required } from '../parameters.ts';
import { servedBrand } from './draft-file.ts';

export const showPolicy = defineCommand({
  name: 'policy show',
  summary: 'show the credit policy that decides now, line by line',
  description: 'With --json it is the policy as JSON: a draft begins with it.',
  arguments: {},
  options: { brand: required('BRAND', 'the brand', anyText) },
  examples: ['policy show --brand ph', 'policy show --brand ph --json'],
  async run({ brand: id }, session) {
    const { result } = await session.withApp(async (app) => policyInEffect(app.db, servedBrand(app, id).id));
    const { version, policy } = result;
    const sha256 = policyDigest(policy).toString('hex');
    return {
      data: { version, sha256, policy },
      lines: [
        `${id}: version ${version}, ${sha256}`,
        ...describePolicy(policy).map(({ place, text }) => `${place}: ${text}`),
      ],
    };
  },
});
