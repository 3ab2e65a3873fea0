/** RTE-06: groups of a borrower's data. */
export const dataGroups = ['public', 'personal', 'job', 'extra', 'bank'] as const;
export type DataGroup = (typeof dataGroups)[number];

/** The steps of the certification: the groups, and the pictures of an identity document, which are no typed data. */
export const certifyStepNames = [...dataGroups, 'identity'] as const;
export type CertifyStepName = (typeof certifyStepNames)[number];
