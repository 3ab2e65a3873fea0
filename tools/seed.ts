import fc from 'fast-check';

/** What properties begin with, so that a check which was green is green again. Another number tries other values, `random` new ones. */
const { FUZZ_SEED = '20261121' } = process.env;
if (FUZZ_SEED !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(FUZZ_SEED) });
