import { expect } from "chai";

import { allocateParty, type LedgerOptions } from "../../lib/index.ts";
import { type Generation, submitErrors } from "../support/lf/script-library.ts";
import { ScriptStage } from "../support/script-stage.ts";

/** A counter with an interface, and choices that fail in every way; with keys where the language has them. */
const contracts = (hasKeys: boolean): string => `
  template Counter with {owner: Party, count: Int64} {
    precondition LESS_EQ @Int64 0 this.count;
    signatories [@Party this.owner];
    ${hasKeys ? "key Party = this.owner maintained by \\(key: Party) -> [@Party key];" : ""}
    nonconsuming choice Read (arg: Read): Int64 by [@Party this.owner] = pure @Int64 (ADD_INT64 this.count arg.more);
    choice Add (arg: Add): ContractId Counter by [@Party this.owner] =
      create @Counter Counter {owner = this.owner, count = ADD_INT64 this.count arg.by};
    choice Abort (arg: Abort): Unit by [@Party this.owner] = ERROR @(Update Unit) "no more";
    choice Fail (arg: Fail): Unit by [@Party this.owner] =
      FAIL_WITH_STATUS @(Update Unit) "counter.full" InvalidIndependentOfSystemState "it is full" (TEXTMAP_EMPTY @Text);
    choice Throw (arg: Throw): Unit by [@Party this.owner] =
      throw @(Update Unit) @Bad Bad {text = "thrown"};
    implements Shown {view View {number = this.count};}
  }
  record Read {more: Int64}
  record Add {by: Int64}
  record Abort {}
  record Fail {}
  record Throw {}
  record View {number: Int64}
  interface Shown {view View;}
  exception Bad {text: Text} message \\(e: Bad) -> e.text;
`;

const rep = (type: string): string => `$Rep {getTemplateTypeRep = typeRep @${type}}`;
const counter = rep("Counter");
const pair = "$Pair";
const commands = "$Commands";

const choice = (name: string, argument: string, of = counter): string =>
  `$AnyChoice {getAnyChoice = toAny @${name} (${argument}), getAnyChoiceTemplateTypeRep = ${of}}`;

const command = (constructor: string, fields: string): string =>
  `${commands}:Command::${constructor} (${commands}:'Command.${constructor}' {${fields}})`;

const create = (count: string): string =>
  command(
    "Create",
    `argC = $AnyTemplate {getAnyTemplate = toAny @Counter Counter {owner = arg.owner, count = ${count}}}`,
  );

const exercise = (name: string, argument = ""): string =>
  command(
    "Exercise",
    `tplId = ${counter}, cId = COERCE_CONTRACT_ID @Counter @Unit arg.id, argE = ${choice(name, `${name} {${argument}}`)}`,
  );

const results = `List ${commands}:CommandResult`;
const answer = `${pair} (${results}) $TransactionTree:TransactionTree`;
const outcome = `$Either $Submit.Error:SubmitError (${answer})`;

const submission = (command: string, behaviour: string): string => `
  $Submit:Submit {submissions = [@$Submit:Submission $Submit:Submission {
    sActAs = $NonEmpty @Party {hd = arg.owner, tl = [@Party]},
    sReadAs = [@Party],
    sDisclosures = [@${commands}:Disclosure],
    sErrorBehaviour = $Submit:ErrorBehaviour::${behaviour},
    sCommands = [@${commands}:CommandWithMeta ${commands}:CommandWithMeta {
      command = ${command}, explicitPackageId = False}],
    sLocation = None @Unit}]}`;

/** A script that submits as an owner, with a contract where it exercises; what it gives is not looked at. */
const submits = (
  name: string,
  on: "Of" | "On",
  command: string,
  behaviour = "MustSucceed",
  version = 1,
): string =>
  `val ${name}: ${on} -> $Script (List (${outcome})) = \\(arg: ${on}) ->
    $ask @$Submit:Submit @(List (${outcome})) "Submit" ${version} (${submission(command, behaviour)});`;

const found = `${pair} (ContractId Counter) $AnyTemplate`;

const queries = `
  record Of {owner: Party}
  record On {owner: Party, id: ContractId Counter}
  unserializable record Acs {parties: List Party, tplId: $Rep}
  unserializable record ById {parties: List Party, tplId: $Rep, cid: ContractId Counter}
  unserializable record Views {parties: List Party, interfaceId: $Rep}
  unserializable record ViewById {parties: List Party, interfaceId: $Rep, cid: ContractId Counter}
  val acs: Of -> $Script (List (${found})) = \\(arg: Of) ->
    $ask @Acs @(List (${found})) "QueryACS" 1 (Acs {parties = [@Party arg.owner], tplId = ${counter}});
  val views: Of -> $Script (List (${pair} (ContractId Counter) (Optional View))) = \\(arg: Of) ->
    $ask @Views @(List (${pair} (ContractId Counter) (Optional View))) "QueryInterface" 1
      (Views {parties = [@Party arg.owner], interfaceId = ${rep("Shown")}});
  val view: On -> $Script (Optional View) = \\(arg: On) ->
    $ask @ViewById @(Optional View) "QueryInterfaceContractId" 1
      (ViewById {parties = [@Party arg.owner], interfaceId = ${rep("Shown")}, cid = arg.id});
  val byId: On -> $Script (Optional ($Triple $AnyTemplate $Rep Text)) = \\(arg: On) ->
    $ask @ById @(Optional ($Triple $AnyTemplate $Rep Text)) "QueryContractId" 1
      (ById {parties = [@Party arg.owner], tplId = ${counter}, cid = arg.id});
`;

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
