import { expect } from "chai";
import fc from "fast-check";

import { randomProgram } from "../../../support/lf/random-programs.ts";
import { type Outcome, type Performance, playerPackage, Stage } from "../../../support/lf/stage.ts";
import { runs } from "../../../support/properties.ts";

const alice = "alice::1220";

const text = (outcome: Partial<Outcome>): string =>
  JSON.stringify(outcome, (_name, part: unknown) =>
    typeof part === "bigint" ? `${part.toString()}n` : part instanceof Map ? [...part] : part,
  );

const stageOf = (seed: number): { readonly stage: Stage; readonly parts: readonly string[] } => {
  const { main, parts } = randomProgram(seed);
  const assembled = playerPackage(parts, { languageVersion: "2.1", main });
  return { stage: new Stage(assembled, { limits: { maxSteps: 1_500 } }), parts: [...parts.keys()] };
};

const endOf = (stage: Stage, part: string): string =>
  text(stage.perform({ part, authority: [alice] }));

/** Runs the function with little space left on the host's stack. */
const onFullStack = <T>(levels: number, run: () => T): T => {
  if (levels === 0) return run();
  return onFullStack(levels - 1, run);
};

describe("random Daml programs", () => {
  it("have the same transaction, log, error and used steps on a nearly full stack @property", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const { stage: plain, parts } = stageOf(seed);
        const { stage: cramped } = stageOf(seed);
        for (const part of parts) {
          const expected = endOf(plain, part);
          expect(onFullStack(1_000, () => endOf(cramped, part))).to.equal(expected);
        }
      }),
      { numRuns: runs(2) },
    );
  });

  it("have the same outcome if they are interrupted at any steps while other code runs @property", () => {
    let interruptions = 0;
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 0, max: 100 }), (seed, steps) => {
        const { stage: plain, parts } = stageOf(seed);
        const { stage: interrupted } = stageOf(seed);
        const [other = ""] = parts;
        for (const part of parts) {
          const expected = endWithoutIds(plain, part);
          const between = (): void => {
            interruptions += 1;
            interrupted.perform({ part: other, authority: ["bob::1220"] });
          };
          expect(endWithoutIds(interrupted, part, { steps, between })).to.equal(expected);
        }
      }),
      { numRuns: runs(5) },
    );
    expect(interruptions).to.be.greaterThan(runs(50));
  });

  it("have the same outcome after the evaluation of any other programs @property", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const { stage: forwards, parts } = stageOf(seed);
        const ends = new Map(parts.map((part) => [part, endWithoutIds(forwards, part)]));
        const { stage: backwards } = stageOf(seed);
        for (const part of parts.toReversed()) {
          expect(endWithoutIds(backwards, part)).to.equal(ends.get(part));
        }
      }),
      { numRuns: runs(2) },
    );
  });
});

/** Returns the outcome without the ids that depend on the submission seed. */
const endWithoutIds = (
  stage: Stage,
  part: string,
  interruptions?: Performance["interruptions"],
): string => {
  const performance = { part, authority: [alice], ...(interruptions && { interruptions }) };
  const { end, log, result, cause } = stage.perform(performance);
  const outcome = { end, log, ...(result && { result }), ...(cause && { cause }) };
  return text(outcome).replace(/[0-9a-f]{64,}/gu, "id");
};
