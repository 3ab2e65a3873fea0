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

export const openAboutPreviewed = ['payment', 'complaint', 'approval'] as const;

const shownStep = v.object({
  day: v.number(),
  kind: v.string(),
  channel: v.optional(v.string()),
  client: v.optional(v.string()),
  /** Cents. */
  amountFrom: v.optional(whole),
});
export type ShownStep = v.InferOutput<typeof shownStep>;

const previewStep = v.object({
  ...shownStep.entries,
  /** Loans that get it tomorrow, and those of them whose borrower is not contacted. */
  loans: whole,
  stopped: whole,
  named: v.array(
    v.object({
      orderId: v.string(),
      borrowerId: v.string(),
      dueOn: v.string(),
      isStopped: v.boolean(),
      /** What stops contacts with the borrower. */
      stop: v.optional(v.string()),
      /** What is open about the loan, and stops nothing by itself. */
      open: v.optional(v.array(v.picklist(openAboutPreviewed))),
      /** For a message: its text as the borrower would read it tomorrow, only for roles with `loan.read`. */
      text: v.optional(v.string()),
      /** Why it would not be sent, as the loan is now. */
      why: v.optional(v.string()),
    }),
  ),
});
export type PreviewStep = v.InferOutput<typeof previewStep>;

const cap = v.object({ day: whole, week: whole });

/** The brand's rules for every contact: full hours of the borrower's clock, the most attempts, the order of the channels. */
const contactRules = v.object({
  from: whole,
  until: whole,
  days: v.picklist(['every', 'mondayToSaturday', 'mondayToFriday']),
  onHolidays: v.boolean(),
  channels: v.array(v.picklist(messageChannels)),
  caps: v.object({ reminder: cap, collection: cap }),
});
export type ContactRules = v.InferOutput<typeof contactRules>;

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

/**
 * A version with who gets what by it tomorrow, as the loans are now. `comparedWith`: of a draft the active
 * version, of another one the version before it.
 */
export const showStrategy = brandCall({
  name: 'showStrategy',
  cells: 'home',
  path: '/strategy/show',
  right: 'strategy.read',
  /** `isBrief`: the steps without the loans by name, whose texts take a moment. */
  input: v.strictObject({ version, isBrief: v.optional(v.boolean()) }),
  output: v.object({
    ...strategyVersion.entries,
    /** Its steps as JSON. */
    body: v.string(),
    tomorrow: v.string(),
    /** True if nobody is reached tomorrow: it is a public holiday, or no day of the brand or of the law. */
    isTomorrowClosed: v.boolean(),
    /** The name of the public holiday that tomorrow is. */
    holiday: v.optional(v.string()),
    steps: v.array(previewStep),
    comparedWith: v.optional(
      v.object({ version: whole, isActive: v.boolean(), loans: whole, steps: v.array(shownStep) }),
    ),
    contact: contactRules,
    /** The texts of its kinds of messages, in each language of the brand, with names in brackets for what each loan fills in. */
    texts: v.array(v.object({ kind: v.string(), language: v.string(), text: v.string() })),
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
