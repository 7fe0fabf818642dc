import { expect } from "chai";
import fc from "fast-check";
import { randomProgram } from "../support/lf/random-programs.ts";
import { playerPackage, Stage, type Outcome } from "../support/lf/stage.ts";

const alice = "alice::1220";

const text = (outcome: Outcome): string =>
  JSON.stringify(outcome, (_name, part: unknown) =>
    typeof part === "bigint" ? `${part.toString()}n` : part instanceof Map ? [...part] : part,
  );

/** How the part ends; undefined where the stack of the host is too small for it, which is no LedgerError. */
const endOf = (stage: Stage, part: string): string | undefined => {
  try {
    return text(stage.perform({ part, authority: [alice] }));
  } catch (error) {
    if (error instanceof Error && error.message.includes("call stack")) return undefined;
    throw error;
  }
};

describe("evaluation on a stack of its own", () => {
  it("ends as on the stack of the host, with the same transaction, log, error and budget", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const { main, parts } = randomProgram(seed);
        const assembled = playerPackage(parts, { languageVersion: "2.1", main });
        const limits = { maxSteps: 1_500 };
        const host = new Stage(assembled, { limits });
        const own = new Stage(assembled, { limits, isDeep: true });
        for (const part of parts.keys()) {
          const onHost = endOf(host, part);
          const onOwn = endOf(own, part);
          if (onHost !== undefined) expect(onOwn).to.equal(onHost);
        }
      }),
      { numRuns: 25 },
    );
  });
});
