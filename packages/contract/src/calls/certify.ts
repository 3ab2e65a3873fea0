import * as v from 'valibot';
import { flagInput, nothing, text, whole } from '../fields/fields.ts';
import { certifyStepNames, dataGroups } from '../shapes/certify-steps.ts';
import { formItem, stepProgress } from '../shapes/form.ts';
import { call } from '../wire/call.ts';
import { type InternalValue, named, object } from '../wire/wire.ts';

const group = v.picklist(dataGroups);

/** KEY-03: the steps in order. `begun`: the step has an unfinished draft. */
export const certifySteps = call({
  name: 'certifySteps',
  path: '/v3/certify/steps',
  input: nothing,
  output: v.object({
    steps: v.array(
      object({
        group: v.picklist(certifyStepNames),
        title: v.string(),
        subtitle: v.string(),
        state: v.picklist(['todo', 'begun', 'done']),
        isRequired: named('needed', v.boolean()),
      }),
    ),
    /** True if every step needed to confirm a loan is done. */
    certified: v.boolean(),
  }),
});
export type CertifySteps = InternalValue<typeof certifySteps.output>;

/** The form of a step with the saved values. `revision` is sent back by `certifySave`. */
export const certifyForm = call({
  name: 'certifyForm',
  path: '/v3/certify/form',
  input: v.strictObject({ group }),
  output: v.object({ items: v.array(formItem), title: v.string(), progress: stepProgress, revision: whole }),
});
export type CertifyForm = InternalValue<typeof certifyForm.output>;

const values = v.record(text(40), text(10_000));

/**
 * Saves a complete step, or with `draft` 1 the values typed so far. `changedElsewhere`: another window saved the step after this
 * form was delivered; nothing is saved.
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
 * RTE-06: option lists. `enumeration`, `text` and `day` list the items of that kind, or the options of the enumeration whose code
 * is `parent`. `city-select` lists the places in `parent`: provinces, their cities, their barangays.
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
      object({
        name: v.string(),
        value: named('type', v.string()),
        /** Other names of a place for the search. */
        otherNames: named('also', v.optional(v.string())),
      }),
    ),
  }),
});
