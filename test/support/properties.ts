import fc from "fast-check";

/*
 * Loaded before the specs (.mocharc.json, .ci/bundle-tests.js). `npm test` tries the same examples in every
 * run, so that what turns red is what a change broke. `PROPERTY_FACTOR=100 npm test -- --timeout 0` tries a
 * hundred times as many, others in every run.
 */
export const factor = Number(process.env["PROPERTY_FACTOR"] ?? "1");

/** What all examples of this run follow from. */
export const propertySeed = factor === 1 ? 20_261_121 : Date.now() & 0x7fff_ffff;

/** How many examples a property is tried on, where `npm test` tries `count`. */
export const runs = (count: number): number => Math.ceil(count * factor);

fc.configureGlobal({ numRuns: runs(100), seed: propertySeed });
