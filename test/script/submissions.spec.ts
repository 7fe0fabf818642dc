import { expect } from "chai";

import { allocateParty, type LedgerOptions } from "../../lib/index.ts";
import {
  contracts,
  create,
  exercise,
  outcome,
  queries,
  submits,
} from "../support/counter-scripts.ts";
import { type Generation, submitErrors } from "../support/lf/script-library.ts";
import { ScriptStage } from "../support/script-stage.ts";

const stageOf = (generation: Generation, more = ""): ScriptStage =>
  new ScriptStage(`${contracts(false)} ${queries} ${more}`, generation);

const open = async (stage: ScriptStage, options: LedgerOptions = {}): Promise<string> => {
  await stage.open({ protocolVersion: 34, ...options });
  return (await allocateParty(stage.ledger, { partyIdHint: "owner" })).partyDetails.party;
};

describe("Submissions of scripts", () => {
  const stage = stageOf(
    "3.4",
    `${submits("create", "Of", create("7"))}
    ${submits("fails", "Of", create("-1"))}
    ${submits("mustFail", "Of", create("-1"), "MustFail")}
    ${submits("mustFailAndDoesNot", "Of", create("1"), "MustFail")}
    ${submits("add", "On", exercise("Add", "by = 3"))}`,
  );
  let owner: string;

  beforeEach(async () => {
    owner = await open(stage);
  });

  it("create, exercise, and are found by queries", async () => {
    await stage.result("create", { owner });
    const [created] = stage.ledger.contracts("#scripts:Main:Counter");
    const id = String(created);
    expect(await stage.result("views", { owner })).to.deep.equal([{ _1: id, _2: { number: "7" } }]);
    expect(await stage.result("view", { owner, id })).to.deep.equal({ number: "7" });
    await stage.result("add", { owner, id });
    expect(await stage.result("view", { owner, id })).to.equal(null);
    expect(stage.ledger.contracts("#scripts:Main:Counter")[0]?.payload).to.include({ count: "10" });
  });

  it("fail the script where they must succeed, and tell where", async () => {
    const failure = await stage.failure("fails", { owner });
    expect(failure.ledgerError?.code).to.equal("TEMPLATE_PRECONDITION_VIOLATED");
    expect(failure.message).to.include("ask at scripts-1.0.0:Main:7");
  });

  it("fail the script where they must fail and do not", async () => {
    await stage.result("mustFail", { owner });
    const failure = await stage.failure("mustFailAndDoesNot", { owner });
    expect(failure.message).to.include("Expected submit to fail but it succeeded");
  });
});

/** The constructor of the error that a submission is refused with, or `Right`. */
const tries = (
  generation: Generation,
  name: string,
  on: "Of" | "On",
  command: string,
  version = 1,
): string => `
  ${submits(`${name}Outcome`, on, command, "Try", version)}
  val ${name}: ${on} -> $Script Text = \\(arg: ${on}) ->
    $bind @(List (${outcome})) @Text (Main:${name}Outcome arg) (\\(all: List (${outcome})) ->
      $pure @Text (case all of {
        [first, ...rest] -> case first of {
          $Either::Left error -> case error of {
            ${submitErrors(generation)
              .map((each) => `$Submit.Error:SubmitError::${each} it -> "${each}"`)
              .join("; ")}};
          $Either::Right it -> "Right"};
        _ -> "nothing"}));`;

const tried = (generation: Generation): string => `
  ${submits("create", "Of", create("7"))}
  ${submits("add", "On", exercise("Add", "by = 3"))}
  ${tries(generation, "works", "Of", create("1"))}
  ${tries(generation, "precondition", "Of", create("-1"))}
  ${tries(generation, "notFound", "On", exercise("Add", "by = 3"))}
  ${tries(generation, "aborted", "On", exercise("Abort"))}
  ${tries(generation, "failed", "On", exercise("Fail"))}
  ${tries(generation, "thrown", "On", exercise("Throw"))}
`;

for (const [generation, later] of [
  ["3.1", false],
  ["3.4", true],
  ["3.5", true],
] as const) {
  describe(`Submissions that scripts of ${generation} try`, () => {
    const stage = stageOf(generation, tried(generation));
    let of: { readonly owner: string };
    let on: { readonly owner: string; readonly id: string };

    before(async () => {
      const owner = await open(stage);
      of = { owner };
      await stage.result("create", of);
      on = { owner, id: String(stage.ledger.contracts("#scripts:Main:Counter")[0]) };
    });

    it("tell that they went well", async () => {
      expect(await stage.result("works", of)).to.equal("Right");
    });

    it("tell the error by its constructor", async () => {
      expect(await stage.result("precondition", of)).to.equal("TemplatePreconditionViolated");
      expect(await stage.result("aborted", on)).to.equal("UserError");
    });

    it("tell what the library has no constructor for as an unknown error", async () => {
      const failure = later ? "FailureStatusError" : "UnknownError";
      expect(await stage.result("failed", on)).to.equal(failure);
      expect(await stage.result("thrown", on)).to.equal(failure);
    });

    it("tell of contracts that are no more", async () => {
      await stage.result("add", on);
      expect(await stage.result("notFound", on)).to.equal("ContractNotFound");
    });
  });
}
