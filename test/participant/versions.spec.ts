import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";
import { parse } from "yaml";

import { recordedRefusals } from "../support/catalogue/recorded-refusals.ts";
import { runCase } from "../support/catalogue/suite.ts";
import { suites } from "./suites/index.ts";

interface Difference {
  readonly why: string;
  readonly cases: readonly string[];
}

/** Cases of the 3.5 catalogue with another result in other versions, and the reason. */
const differences = parse(
  readFileSync(join(import.meta.dirname, "versions.yaml"), "utf8"),
) as Readonly<Record<"3.4" | "3.5.1" | "3.6", readonly Difference[] | null>>;

for (const apiVersion of ["3.4", "3.5.1", "3.6"] as const) {
  describe(`catalogue of a participant, version ${apiVersion} @slow`, () => {
    const left = new Map(
      (differences[apiVersion] ?? []).flatMap(({ why, cases }) =>
        cases.map((name) => [name, why] as const),
      ),
    );

    for (const suite of suites) {
      for (const [id, run] of Object.entries(suite.cases)) {
        const name = `${suite.name} ${id}`;
        const why = left.get(name);

        it(why === undefined ? name : `${name}, otherwise: ${why}`, async () => {
          const outcome = await runCase(suite, run, apiVersion).then(
            (refusals) => ({ refusals }),
            () => ({ refusals: "it failed" }),
          );
          const expected = { refusals: recordedRefusals.get(name) ?? [] };
          if (why === undefined) expect(outcome).to.deep.equal(expected);
          else expect(outcome).to.not.deep.equal(expected);
        });
      }
    }

    it("lists only existing cases as different", () => {
      const names = suites.flatMap(({ name, cases }) =>
        Object.keys(cases).map((id) => `${name} ${id}`),
      );
      expect(names).to.include.members([...left.keys()]);
    });
  });
}
