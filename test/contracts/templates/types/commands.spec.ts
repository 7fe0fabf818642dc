import { expect } from "chai";

import {
  defineInterface,
  definePackage,
  defineTemplate,
  Int64,
  Numeric,
  Optional,
  Party,
  Text,
} from "../../../../lib/index.ts";
import { errorOf } from "../../../support/error-of.ts";

const Named = defineInterface("Main:Named", { view: { name: Text } });
const Iou = defineTemplate("Main:Iou", {
  payload: { issuer: Party, owner: Party, amount: Numeric(10), memo: Optional(Text) },
  signatories: ({ issuer }) => [issuer],
  key: {
    type: { issuer: Party, number: Int64 },
    of: ({ issuer }) => ({ issuer, number: 1 }),
    maintainers: ({ issuer }) => [issuer],
  },
  choices: {
    Transfer: { argument: { to: Party }, controllers: ({ owner }) => [owner] },
    Call: { controllers: ({ owner }) => [owner] },
    Count: { argument: Int64, controllers: ({ owner }) => [owner] },
  },
});
Iou.implement({ Transfer: () => undefined, Call: () => undefined, Count: () => undefined });
definePackage({
  name: "command-builders",
  version: "1.0.0",
  templates: { Iou },
  interfaces: { Named },
});

const templateId = "#command-builders:Main:Iou";
const contractId = `00${"ab".repeat(68)}`;
const id = Iou.contractId(contractId);
const payload = { issuer: "bank", owner: "alice", amount: "1" };
const createArguments = { issuer: "bank", owner: "alice", amount: "1.0000000000" };

describe("commands that templates build as JSON of the ledger API", () => {
  it("create a contract", () => {
    expect(Iou.create(payload)).to.deep.equal({ CreateCommand: { templateId, createArguments } });
  });

  it("create a contract and exercise a choice", () => {
    expect(Iou.createAndExercise(payload, Iou.Transfer, { to: "bob" })).to.deep.equal({
      CreateAndExerciseCommand: {
        templateId,
        createArguments,
        choice: "Transfer",
        choiceArgument: { to: "bob" },
      },
    });
  });

  it("exercise a choice by key", () => {
    expect(Iou.exerciseByKey({ issuer: "bank", number: 1 }, Iou.Archive)).to.deep.equal({
      ExerciseByKeyCommand: {
        templateId,
        contractKey: { issuer: "bank", number: "1" },
        choice: "Archive",
        choiceArgument: {},
      },
    });
  });

  it("exercise a choice, with and without argument", () => {
    expect(id.exercise(Iou.Transfer, { to: "bob" })).to.deep.equal({
      ExerciseCommand: {
        templateId,
        contractId,
        choice: "Transfer",
        choiceArgument: { to: "bob" },
      },
    });
    expect(id.exercise(Iou.Call).ExerciseCommand.choiceArgument).to.deep.equal({});
    expect(id.exercise(Iou.Count, 3).ExerciseCommand.choiceArgument).to.equal("3");
  });

  it("exercise a choice through an interface", () => {
    const { ExerciseCommand } = id.as(Named).exercise(Named.Archive);
    expect(ExerciseCommand.templateId).to.equal("#command-builders:Main:Named");
  });

  it("are plain data", () => {
    const command = Iou.create(payload);
    expect(JSON.parse(JSON.stringify(command))).to.deep.equal(command);
  });

  it("refuse values of another type, with their path", () => {
    const refusals = [
      [() => Iou.create({ ...payload, amount: "ten" }), "createArguments.amount"],
      [() => id.exercise(Iou.Transfer, { to: "b/b" }), "choiceArgument.to"],
      [() => Iou.exerciseByKey({ issuer: "bank", number: 1.5 }, Iou.Call), "contractKey.number"],
    ] as const;
    for (const [build, path] of refusals) {
      const error = errorOf(build);
      expect([error.code, error.path]).to.deep.equal(["INVALID_ARGUMENT", path]);
    }
    expect(errorOf(() => Iou.contractId("not hex")).code).to.equal("INVALID_ARGUMENT");
  });

  it("cannot be built before the template belongs to a package", () => {
    const Loose = defineTemplate("Main:Loose", {
      payload: { owner: Party },
      signatories: ({ owner }) => [owner],
    });
    expect(errorOf(() => Loose.create({ owner: "alice" })).code).to.equal("INVALID_ARGUMENT");
    expect(errorOf(() => Loose.reference).code).to.equal("INVALID_ARGUMENT");
  });
});
