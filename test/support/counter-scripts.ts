/**
 * Returns the source of a counter with an interface, and choices that fail in every way; with keys
 * if the language has them.
 */
export const contracts = (hasKeys: boolean): string => `
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

export const create = (count: string): string =>
  command(
    "Create",
    `argC = $AnyTemplate {getAnyTemplate = toAny @Counter Counter {owner = arg.owner, count = ${count}}}`,
  );

export const exercise = (name: string, argument = ""): string =>
  command(
    "Exercise",
    `tplId = ${counter}, cId = COERCE_CONTRACT_ID @Counter @Unit arg.id, argE = ${choice(name, `${name} {${argument}}`)}`,
  );

const results = `List ${commands}:CommandResult`;
const answer = `${pair} (${results}) $TransactionTree:TransactionTree`;
export const outcome = `$Either $Submit.Error:SubmitError (${answer})`;

const submission = (command: string, behaviour: string): string => `
  $Submit:Submit {submissions = [@$Submit:Submission $Submit:Submission {
    sActAs = $NonEmpty @Party {hd = arg.owner, tl = [@Party]},
    sReadAs = [@Party],
    sDisclosures = [@${commands}:Disclosure],
    sErrorBehaviour = $Submit:ErrorBehaviour::${behaviour},
    sCommands = [@${commands}:CommandWithMeta ${commands}:CommandWithMeta {
      command = ${command}, explicitPackageId = False}],
    sLocation = None @Unit}]}`;

/**
 * Source of a script that submits commands as the owner of a counter. The result of the script is ignored.
 */
export const submits = (
  name: string,
  on: "Of" | "On",
  command: string,
  behaviour = "MustSucceed",
  version = 1,
): string =>
  `val ${name}: ${on} -> $Script (List (${outcome})) = \\(arg: ${on}) ->
    $ask @$Submit:Submit @(List (${outcome})) "Submit" ${version} (${submission(command, behaviour)});`;

const found = `${pair} (ContractId Counter) $AnyTemplate`;

export const queries = `
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

/** Scripts without an argument, and one with. `passes` fails the second time that it runs on a ledger. */
export const ownScripts = `
  unserializable record Allocate {requestedName: Text, idHint: Text, participants: List Text}
  val passes: $Script (List (${outcome})) = $bind @Party @(List (${outcome}))
    ($ask @Allocate @Party "AllocateParty" 2
      (Allocate {requestedName = "owner", idHint = "owner", participants = [@Text]}))
    (\\(owner: Party) -> Main:creates (Of {owner = owner}));
  val fails: $Script (List (${outcome})) = $bind @Party @(List (${outcome}))
    ($ask @Allocate @Party "AllocateParty" 2
      (Allocate {requestedName = "owner", idHint = "", participants = [@Text]}))
    (\\(owner: Party) -> Main:createsNone (Of {owner = owner}));
  val named: Of -> $Script Of = \\(arg: Of) -> $pure @Of arg;
  val asksNothing: $Script Int64 = $pure @Int64 7;
  ${submits("creates", "Of", create("7"))}
  ${submits("createsNone", "Of", create("-1"))}
`;
