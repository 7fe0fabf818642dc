import { expect } from "chai";

import { propertySeed, runs } from "../support/properties.ts";
import { planOf, scheduleOf, type StepKind } from "./plan.ts";
import { shrink } from "./shrink.ts";
import { simulate } from "./simulate.ts";

/** `npm run simulate` continues after these seeds. */
describe("simulation of many clients @slow", () => {
  it("keeps all invariants during random calls of clients and random failures", async () => {
    const kinds = new Set<StepKind>();
    let accepted = 0;
    let toldUpdates = 0;
    for (let seed = propertySeed; seed < propertySeed + runs(4); seed++) {
      const plan = planOf(seed);
      const schedule = scheduleOf(plan, 200);
      const { violation, failedAt, log, ...counts } = await simulate(plan, schedule);
      const told = `npm run simulate -- --seed ${seed} --steps 200: step ${failedAt ?? 0}, ${log.at(-1) ?? ""}`;
      expect(violation?.message, told).to.equal(undefined);
      for (const { kind } of schedule) kinds.add(kind);
      accepted += counts.accepted;
      toldUpdates += counts.told;
    }
    // Checks that the run had many kinds of steps.
    expect(kinds.size).to.be.above(15);
    expect(accepted).to.be.above(30);
    expect(toldUpdates).to.be.above(5);
  });

  it("keeps all invariants when faults of every kind affect calls", async () => {
    let struck = 0;
    for (let seed = propertySeed; seed < propertySeed + runs(2); seed++) {
      const plan = planOf(seed);
      const result = await simulate(plan, scheduleOf(plan, 200), { faults: 0.6 });
      const told = `npm run simulate -- --seed ${seed} --steps 200 --faults 0.6: ${result.log.at(-1) ?? ""}`;
      expect(result.violation?.message, told).to.equal(undefined);
      struck += result.struck;
    }
    expect(struck).to.be.above(40);
  });

  it("repeats exactly with the same seed", async () => {
    const plan = planOf(7);
    const schedule = scheduleOf(plan, 200);
    const one = await simulate(plan, schedule, { faults: 0.2 });
    const other = await simulate(plan, schedule, { faults: 0.2 });
    expect(other.struck).to.equal(one.struck).and.above(5);
    expect(other.log).to.deep.equal(one.log);
    expect(other.updates).to.equal(one.updates);
  });

  it("finds a broken invariant, with a schedule of few steps", async () => {
    const plan = { ...planOf(3), hasNeighbour: false };
    const schedule = scheduleOf(plan, 150).filter(({ kind }) => kind === "submit");
    const options = { losesAtStep: 0 };
    const result = await simulate(plan, schedule, options);
    const invariant = result.violation?.invariant;
    expect(invariant).to.be.oneOf(["replay", "availability"]);
    const shrunk = await shrink(plan, result, schedule, { ...options, mostRuns: 40 });
    expect(shrunk?.result.violation?.invariant).to.equal(invariant);
    expect(shrunk?.steps.length).to.be.within(1, 3);
  });
});
