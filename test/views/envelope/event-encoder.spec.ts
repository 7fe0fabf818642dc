import { expect } from "chai";

import { PackageRegistry } from "../../../lib/contracts/packages/registry.ts";
import { OrderedMap } from "../../../lib/ground/collections/ordered-map.ts";
import { int64 } from "../../../lib/ground/values/constructors.ts";
import type { ExerciseNode } from "../../../lib/store.ts";
import { EventEncoder } from "../../../lib/views/envelope/event-encoder.ts";
import { asset, assetsV1, holding, holdingApi } from "../../support/asset-package.ts";
import { errorOf } from "../../support/error-of.ts";
import { exercise, type ExerciseOptions, transactionOf } from "../../support/transactions.ts";

const encoder = new EventEncoder({
  packages: PackageRegistry.of([holdingApi, assetsV1]),
  synchronizers: [],
  vetting: OrderedMap.empty(),
  participantId: "here::1220ab",
});

const exercised = (options: ExerciseOptions) => {
  const [node] = transactionOf(exercise(asset("a", ["alice"]), ["bob"], options)).nodes;
  return encoder.exercised(
    {
      kind: "exercised",
      node: node as ExerciseNode,
      witnessParties: ["alice"],
      acsDelta: true,
      implementedInterfaces: [holding],
    },
    3,
  );
};

describe("EventEncoder", () => {
  it("encodes argument and result by the types of the choice", () => {
    const inspect = { choice: "Inspect", consuming: false, result: int64(42n) };
    expect(exercised(inspect)).to.deep.include({
      choice: "Inspect",
      choiceArgument: {},
      exerciseResult: "42",
      consuming: false,
      interfaceId: null,
    });
  });

  it("finds Archive, exercised through an interface, with the template", () => {
    const event = exercised({ choice: "Archive", interfaceId: holding });
    expect(event).to.deep.include({ interfaceId: holding, choiceArgument: {}, exerciseResult: {} });
  });

  it("names actors and witnesses apart", () => {
    const { actingParties, witnessParties, implementedInterfaces } = exercised({});
    expect([actingParties, witnessParties]).to.deep.equal([["bob"], ["alice"]]);
    expect(implementedInterfaces).to.deep.equal([holding]);
  });

  it("reports an internal error for what no package defines", () => {
    expect(errorOf(() => exercised({ choice: "Vanish" })).code).to.equal(
      "LEDGER_API_INTERNAL_ERROR",
    );
  });
});
