import { expect } from "chai";

import { allocateParty } from "../../lib/api.ts";
import type { LedgerOptions } from "../../lib/index.ts";
import { blobOf } from "../support/blob-of.ts";
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

for (const generation of ["3.1", "3.3", "3.4", "3.5"] as const) {
  describe(`submissions of scripts of library ${generation}`, () => {
    const stage = stageOf(
      generation,
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

    it("create and exercise contracts, which queries find", async () => {
      await stage.result("create", { owner });
      const [created] = stage.ledger.contracts("#scripts:Main:Counter");
      const id = String(created);
      expect(await stage.result("views", { owner })).to.deep.equal([
        { _1: id, _2: { number: "7" } },
      ]);
      expect(await stage.result("view", { owner, id })).to.deep.equal({ number: "7" });
      await stage.result("add", { owner, id });
      expect(await stage.result("view", { owner, id })).to.equal(null);
      expect(stage.ledger.contracts("#scripts:Main:Counter")[0]?.payload).to.include({
        count: "10",
      });
    });

    it("fail the script with the source location if they must succeed", async () => {
      const failure = await stage.failure("fails", { owner });
      expect(failure.ledgerError?.code).to.equal("TEMPLATE_PRECONDITION_VIOLATED");
      expect(failure.message).to.include("ask at scripts-1.0.0:Main:7");
    });

    it("fail the script if they must fail and do not", async () => {
      await stage.result("mustFail", { owner });
      const failure = await stage.failure("mustFailAndDoesNot", { owner });
      expect(failure.message).to.include("Expected submit to fail but it succeeded");
    });
  });
}

for (const generation of ["3.1", "3.3", "3.4", "3.5"] as const) {
  describe(`contracts disclosed by scripts of library ${generation}`, () => {
    const triple = "$Triple $AnyTemplate $Rep Text";
    const found = `Optional (${triple})`;
    const disclosing = `
    val blob: On -> $Script (Optional Text) = \\(arg: On) ->
      $bind @(${found}) @(Optional Text) (Main:byId arg) (\\(answer: ${found}) ->
        $pure @(Optional Text) (case answer of {
          Some it -> Some @Text ($Triple @$AnyTemplate @$Rep @Text._3 it);
          _ -> None @Text}));`;
    const stage = stageOf(generation, `${submits("create", "Of", create("7"))} ${disclosing}`);

    it("are found by id, with the blob of the API in hex", async () => {
      const owner = await open(stage);
      await stage.result("create", { owner });
      const id = String(stage.ledger.contracts("#scripts:Main:Counter")[0]);
      const expected = Buffer.from(blobOf(stage.ledger, id), "base64").toString("hex");
      expect(await stage.result("blob", { owner, id })).to.equal(expected);
    });

    it("are not found by parties that are not stakeholders", async () => {
      const owner = await open(stage);
      await stage.result("create", { owner });
      const id = String(stage.ledger.contracts("#scripts:Main:Counter")[0]);
      const { partyDetails } = await allocateParty(stage.ledger, { partyIdHint: "other" });
      expect(await stage.result("blob", { owner: partyDetails.party, id })).to.equal(null);
    });
  });
}

/** Returns the constructor of the error of a submission, or `Right`. */
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
  ["3.3", true],
  ["3.4", true],
  ["3.5", true],
] as const) {
  describe(`attempted submissions of scripts of library ${generation}`, () => {
    const stage = stageOf(generation, tried(generation));
    let of: { readonly owner: string };
    let on: { readonly owner: string; readonly id: string };

    before(async () => {
      const owner = await open(stage);
      of = { owner };
      await stage.result("create", of);
      on = { owner, id: String(stage.ledger.contracts("#scripts:Main:Counter")[0]) };
    });

    it("report success", async () => {
      expect(await stage.result("works", of)).to.equal("Right");
    });

    it("report the error by its constructor", async () => {
      expect(await stage.result("precondition", of)).to.equal("TemplatePreconditionViolated");
      expect(await stage.result("aborted", on)).to.equal("UserError");
    });

    it("report errors without a constructor in the library as unknown", async () => {
      const failure = later ? "FailureStatusError" : "UnknownError";
      expect(await stage.result("failed", on)).to.equal(failure);
      expect(await stage.result("thrown", on)).to.equal(failure);
    });

    it("report archived contracts", async () => {
      await stage.result("add", on);
      expect(await stage.result("notFound", on)).to.equal("ContractNotFound");
    });
  });
}

/** Returns source of a template with a key. Libraries before 3.5 use Daml-LF versions without keys. */
const keyed = (): string => {
  const key = `$Commands:AnyContractKey {
    getAnyContractKey = $dangerousCast @Party @$LedgerValue arg.owner,
    getAnyContractKeyTemplateTypeRep = $Rep {getTemplateTypeRep = typeRep @Counter}}`;
  const found = "$Pair (ContractId Counter) $AnyTemplate";
  const byKey = `$Commands:Command::ExerciseByKey ($Commands:'Command.ExerciseByKey' {
    tplId = $Rep {getTemplateTypeRep = typeRep @Counter}, keyE = ${key},
    argE = $AnyChoice {getAnyChoice = toAny @Read Read {more = 1},
      getAnyChoiceTemplateTypeRep = $Rep {getTemplateTypeRep = typeRep @Counter}}})`;
  return `
    unserializable record ByKey {parties: List Party, tplId: $Rep, key: $Commands:AnyContractKey}
    unserializable record ByKeyMany {
      parties: List Party, tplId: $Rep, contractKey: $Commands:AnyContractKey, limit: Int64}
    val byKey: Of -> $Script (Optional (ContractId Counter)) = \\(arg: Of) ->
      $bind @(Optional (${found})) @(Optional (ContractId Counter))
        ($ask @ByKey @(Optional (${found})) "QueryByKey" 2 (ByKey {
          parties = [@Party arg.owner], tplId = $Rep {getTemplateTypeRep = typeRep @Counter},
          key = ${key}}))
        (\\(answer: Optional (${found})) -> $pure @(Optional (ContractId Counter)) (case answer of {
          Some one -> Some @(ContractId Counter) ($Pair @(ContractId Counter) @$AnyTemplate._1 one);
          _ -> None @(ContractId Counter)}));
    ${[1, 2, -1]
      .map(
        (limit, index) => `
    val many${index}: Of -> $Script Int64 = \\(arg: Of) ->
      $bind @(List (${found})) @Int64
        ($ask @ByKeyMany @(List (${found})) "QueryNByKey" 1 (ByKeyMany {
          parties = [@Party arg.owner], tplId = $Rep {getTemplateTypeRep = typeRep @Counter},
          contractKey = ${key}, limit = ${limit}}))
        (\\(all: List (${found})) -> $pure @Int64 (FOLDL @(${found}) @Int64
          (\\(n: Int64) (one: ${found}) -> ADD_INT64 n 1) 0 all));`,
      )
      .join("")}
    ${submits("create", "Of", create("7"), "MustSucceed", 2)}
    ${tries("3.5", "readByKey", "Of", byKey, 2)}
  `;
};

describe("contract keys in scripts", () => {
  const stage = new ScriptStage(`${contracts(true)} ${queries} ${keyed()}`, "3.5", "2.3");
  let of: { readonly owner: string };

  before(async () => {
    of = { owner: await open(stage, { protocolVersion: 35 }) };
  });

  it("cause an error that contains the key if no contract has it", async () => {
    expect(await stage.result("byKey", of)).to.equal(null);
    expect(await stage.result("readByKey", of)).to.equal("ContractKeyNotFound");
  });

  it("find the contract with the key, and the newest of several", async () => {
    await stage.result("create", of);
    await stage.result("create", of);
    const newest = stage.ledger.contracts("#scripts:Main:Counter").at(-1);
    expect(await stage.result("byKey", of)).to.equal(String(newest));
    expect(await stage.result("readByKey", of)).to.equal("Right");
  });

  it("find as many contracts as requested, or all", async () => {
    expect(await stage.result("many0", of)).to.equal("1");
    expect(await stage.result("many1", of)).to.equal("2");
    expect(await stage.result("many2", of)).to.equal("2");
  });
});
