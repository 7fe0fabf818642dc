import { expect } from "chai";

import { propertySeed as seed, runs } from "../support/properties.ts";
import { corpusOf } from "./corpus.ts";
import { type FoundFault, fuzz } from "./fuzz.ts";
import { Fault, type Target } from "./target.ts";
import { targets } from "./targets/index.ts";

describe("fuzzed inputs", () => {
  for (const [name, create] of Object.entries(targets)) {
    it(`cause no fault in the target ${name} @property`, async () => {
      const target = await create();
      const { outcomes } = await fuzz(target, { seed, runs: runs(25), corpus: corpusOf(name) });
      const [good] = await Promise.all(target.seeds.slice(0, 1).map(target.attempt));
      expect(good).to.match(/^(?:200|loaded)$/);
      expect(outcomes.size, [...outcomes.keys()].join()).to.be.above(1);
    });
  }

  it("are reported if they cause a fault", async () => {
    const target: Target = {
      name: "planted",
      seeds: [Uint8Array.of(1, 2, 3, 4)],
      attempt: (input) =>
        input.includes(0xff) ? Promise.reject(new Fault("planted")) : Promise.resolve("taken"),
    };
    const found = await fuzz(target, { seed, runs: 1_000 }).catch((error: unknown) => error);
    expect(found).to.have.property("message", "planted: Error: planted");
    expect([...(found as FoundFault).input]).to.include(0xff);
  });
});
