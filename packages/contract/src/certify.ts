import * as v from 'valibot';
import { call } from './call.ts';
import { flagInput, nothing, text, whole } from './fields.ts';
import { formItem } from './form.ts';

/** RTE-06: what is kept of a borrower, by group. */
export const dataGroups = ['public', 'personal', 'job', 'extra', 'bank'] as const;
export type DataGroup = (typeof dataGroups)[number];
const group = v.picklist(dataGroups);

/** KEY-03: the steps in their order. `begun`: something was typed and not finished. */
export const certifySteps = call({
  name: 'certifySteps',
  path: '/v3/certify/steps',
  input: nothing,
  output: v.object({
    steps: v.array(
      v.object({
        group,
        title: v.string(),
        subtitle: v.string(),
        state: v.picklist(['todo', 'begun', 'done']),
        needed: v.boolean(),
      }),
    ),
    /** All that is needed before a loan can be confirmed is there. */
    certified: v.boolean(),
  }),
});
export type CertifySteps = v.InferOutput<typeof certifySteps.output>;

/** A step's form with what is known; `revision` goes back with the save. */
export const certifyForm = call({
  name: 'certifyForm',
  path: '/v3/certify/form',
  input: v.strictObject({ group }),
  output: v.object({ items: v.array(formItem), title: v.string(), revision: whole }),
});
export type CertifyForm = v.InferOutput<typeof certifyForm.output>;

const values = v.record(text(40), text(10_000));

/**
 * Saves a step whole, or with `draft` 1 what was typed so far. `changedElsewhere`: the step was saved in another window after
 * this form was delivered; nothing of this save is kept.
 */
export const certifySave = call({
  name: 'certifySave',
  path: '/v3/certify/save',
  idempotent: true,
  input: v.strictObject({ group, values, revision: whole, draft: v.optional(flagInput) }),
  output: v.object({ revision: whole }),
  rejections: {
    required: '70201',
    malformed: '70202',
    noSuchOption: '70203',
    unknownItem: '70204',
    impossibleDay: '70205',
    underAge: '70206',
    notFilipino: '70207',
    noSuchPlace: '70208',
    changedElsewhere: '70209',
    notThisForm: '70210',
  },
});

/**
 * RTE-06: option lists. `enumeration`, `text` and `day` list the items of that kind, or with an item's code as `parent` the
 * options of an enumeration; `city-select` the places below `parent`: provinces, their cities, their barangays.
 */
export const certifyOptions = call({
  name: 'certifyOptions',
  path: '/v3/certify/options',
  input: v.strictObject({
    kind: v.picklist(['enumeration', 'text', 'city-select', 'day']),
    parent: v.optional(text(40)),
  }),
  output: v.object({
    list: v.array(
      v.object({
        name: v.string(),
        type: v.string(),
        /** Other names under which a place is looked for. */
        also: v.optional(v.string()),
      }),
    ),
  }),
});
