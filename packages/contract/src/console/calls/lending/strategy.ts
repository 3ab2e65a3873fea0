import * as v from 'valibot';
import { messageChannels } from '../../../calls/messages.ts';
import { text, whole } from '../../../fields/fields.ts';
import { actionCalls } from '../../action-calls.ts';
import { brandCall } from '../../staff-call.ts';

export const strategyStates = ['draft', 'active', 'superseded'] as const;

const version = v.pipe(whole, v.minValue(1));
/** Bytes of the steps as JSON at most. */
const maxBytes = 50_000;
const body = v.pipe(v.string(), v.maxLength(maxBytes));

const strategyVersion = v.object({
  version: whole,
  state: v.picklist(strategyStates),
  note: v.string(),
  /** ISO 8601. */
  createdAt: v.string(),
  createdBy: v.optional(v.string()),
  effectiveAt: v.optional(v.string()),
});
export type StrategyVersion = v.InferOutput<typeof strategyVersion>;

const previewStep = v.object({
  day: v.number(),
  kind: v.string(),
  channel: v.optional(v.string()),
  client: v.optional(v.string()),
  /** Cents. */
  amountFrom: v.optional(whole),
  /** Loans that get it tomorrow, and those of them whose borrower is not contacted. */
  loans: whole,
  stopped: whole,
  named: v.array(
    v.object({ orderId: v.string(), borrowerId: v.string(), dueOn: v.string(), isStopped: v.boolean() }),
  ),
});
export type PreviewStep = v.InferOutput<typeof previewStep>;

const messageCost = v.object({
  /** ISO 8601 date of the brand's zone. */
  day: v.string(),
  channel: v.picklist(messageChannels),
  messages: whole,
  segments: whole,
  /** Cents. */
  cost: whole,
  bounced: whole,
});
export type MessageCost = v.InferOutput<typeof messageCost>;

/** The versions of a brand's strategy, the newest first, and what messages cost on the last fourteen days. */
export const listStrategies = brandCall({
  name: 'listStrategies',
  cells: 'home',
  path: '/strategy/list',
  right: 'strategy.read',
  input: v.strictObject({}),
  output: v.object({ versions: v.array(strategyVersion), costs: v.array(messageCost) }),
});

/** A version with who gets what by it tomorrow, as the loans are now. `comparedWith`: the same of the active version. */
export const showStrategy = brandCall({
  name: 'showStrategy',
  cells: 'home',
  path: '/strategy/show',
  right: 'strategy.read',
  input: v.strictObject({ version }),
  output: v.object({
    ...strategyVersion.entries,
    /** Its steps as JSON. */
    body: v.string(),
    tomorrow: v.string(),
    steps: v.array(previewStep),
    comparedWith: v.optional(v.object({ version: whole, loans: whole })),
  }),
  rejections: ['noSuchVersion'],
});

/** Saves a draft: a new version, or the draft `version` with other steps. They must be within the law and the caps. */
export const saveStrategy = brandCall({
  name: 'saveStrategy',
  cells: 'home',
  path: '/strategy/save',
  right: 'strategy.edit',
  maxBodyBytes: maxBytes + 10_000,
  input: v.strictObject({ version: v.optional(version), note: text(500), body }),
  output: v.object({ version: whole }),
  rejections: ['badStrategy', 'noDraft'],
});

/** Lets a draft decide what is sent. Two persons always decide it. */
export const activateStrategy = actionCalls({
  name: 'activateStrategy',
  cells: 'reference',
  path: '/strategy/activate',
  action: 'strategy.activate',
  right: 'strategy.activate',
  request: { version },
  rejections: ['noSuchVersion', 'noDraft', 'badStrategy'],
});
