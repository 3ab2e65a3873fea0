import fc from 'fast-check';

/**
 * The seed of the property tests. It is fixed, so that a run can be repeated. Another number tries other
 * values; `random` tries new values in every run.
 */
const { FUZZ_SEED = '20261121' } = process.env;
if (FUZZ_SEED !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(FUZZ_SEED) });
