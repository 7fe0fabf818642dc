import fc from "fast-check";

/*
 * Loaded before the specs (.mocharc.json, .ci/bundle-tests.js). Every run generates the same examples, so that
 * a failure comes from the change under test. `PROPERTY_FACTOR=100 PROPERTY_SEED=7 npm test -- --timeout 0`
 * generates a hundred times as many examples, from another seed. `npm run test:properties` runs the tests whose title
 * contains `@property` with more examples than `npm test`.
 */
export const factor = Number(process.env["PROPERTY_FACTOR"] ?? "1");

/** Seed of all examples of this run. */
export const propertySeed = Number(process.env["PROPERTY_SEED"] ?? "20261121");

/** Returns the number of examples for a property that `npm test` checks with `count` examples. */
export const runs = (count: number): number => Math.ceil(count * factor);

fc.configureGlobal({ numRuns: runs(100), seed: propertySeed });
