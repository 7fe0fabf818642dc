import {
  createListValue as listValue,
  createPartyValue as partyValue,
  createRecordValue as recordValue,
  none as noneValue,
  trueValue,
} from "../../../../lib/base/values/constructors.ts";
import type { Contract, Value } from "../../../../lib/store.ts";
import { definitions, expr } from "../../../support/lf/notation.ts";
import { given, idAs, type Part, playerPackage, Stage } from "../../../support/lf/stage.ts";
import { tuple2, tuplesPackage } from "../../../support/lf/tuples.ts";

/**
 * Returns code that traces a message and then evaluates `content`. The package of this file traces each part
 * of its templates, choices and interface choices with it.
 */
const traced = (type: string, message: string, content: string): string =>
  `(TRACE @${type} "${message}" ${content})`;

/** Returns code for a value with `levels` levels. */
const deep = (levels: number): string => `(Main:deep ${levels})`;

export const [alice, bob, charlie] = ["Main:alice", "Main:bob", "Main:charlie"] as const;

const partyNamed = (name: string): string => `
  val ${name}: Party =
    case TEXT_TO_PARTY "${name}" of {Some p -> p; None -> ERROR @Party "no party"};`;

/**
 * Returns code for a key with its maintainers; optionally its content is too deep or contains a contract id.
 */
export const label = (
  holders: readonly string[] = [alice],
  { levels = 0, link }: { readonly levels?: number; readonly link?: string } = {},
): string => {
  const linked = link === undefined ? "None @(ContractId Unit)" : `Some @(ContractId Unit) ${link}`;
  return `Label {holders = [@Party ${holders.join()}], link = ${linked}, depth = ${deep(levels)}}`;
};

interface DeedFields {
  readonly owner?: string;
  readonly valid?: "True" | "False";
  readonly label?: string;
  readonly levels?: number;
}

export const deed = (fields: DeedFields = {}): string => {
  const { owner = alice, valid = "True", label: key = label(), levels = 0 } = fields;
  return `Deed {
    owner = ${owner}, witness = ${bob}, valid = ${valid}, label = ${key}, depth = ${deep(levels)}
  }`;
};

export const villa = (fields: DeedFields & { readonly leader?: string } = {}): string => {
  const {
    owner = alice,
    leader = alice,
    valid = "True",
    label: key = label(),
    levels = 0,
  } = fields;
  return `Villa {
    owner = ${owner}, witness = ${bob}, leader = ${leader},
    valid = ${valid}, label = ${key}, depth = ${deep(levels)}
  }`;
};

export const plain = (owner: string = alice): string => `Plain {owner = ${owner}}`;

/** Returns source of the template parts, each with a trace; `more` is added for one template. */
const tracedParts = (more = "", maintainers = "key.holders"): string => String.raw`
  precondition ${traced("Bool", "precondition", "this.valid")};
  signatories ${traced("(List Party)", "signatories", "[@Party this.owner]")};
  observers ${traced("(List Party)", "observers", "[@Party this.witness]")};
  key Label = ${traced("Label", "key", "this.label")}
    maintained by \(key: Label) -> ${traced("(List Party)", "maintainers", maintainers)};
  ${more}`;

const useChoice = `
  choice Use (arg: UseWith): Depth
    by ${traced("(List Party)", "controllers", "[@Party this.owner]")}
    observed by ${traced("(List Party)", "choice observers", "[@Party]")}
    = pure @Depth (TRACE @Depth "body" (case arg of {
      UseWith::Grow n -> Main:deep n;
      _ -> ${deep(0)}
    }));`;

const faulty = '(throw @(List Party) @Broken Broken {message = "in the maintainers"})';

const main = definitions`
  record Depth {inner: Optional Depth}
  record Label {holders: List Party, link: Optional (ContractId Unit), depth: Depth}
  variant UseWith {Give: Depth, Grow: Int64}
  record View {}
  template Deed with {owner: Party, witness: Party, valid: Bool, label: Label, depth: Depth} {
    ${tracedParts(useChoice)}
  }
  template Faulty with {owner: Party, witness: Party, valid: Bool, label: Label, depth: Depth} {
    ${tracedParts("", faulty)}
  }
  template Villa with {
    owner: Party, witness: Party, leader: Party, valid: Bool, label: Label, depth: Depth
  } {
    ${tracedParts("implements Asset {view View {}; method leader = this.leader;}")}
  }
  template Plain with {owner: Party} {
    signatories [@Party this.owner];
  }
  exception Broken {message: Text} message \(e: Broken) -> e.message;
  interface Asset {
    view View;
    method leader: Party;
    nonconsuming choice Poll (arg: Int64): Int64
      by ${traced("(List Party)", "interface controllers", "[@Party callInterface @Asset leader this]")}
      observed by ${traced("(List Party)", "interface observers", "[@Party]")}
      = pure @Int64 ${traced("Int64", "body", "arg")};
  }
  ${["alice", "bob", "charlie"].map(partyNamed).join("")}
  val deep: Int64 -> Depth =
    \(levels: Int64) -> Depth {
      inner =
        if EQUAL @Int64 levels 0 then None @Depth
        else Some @Depth (Main:deep (SUB_INT64 levels 1))
    };
`;

/** Returns code that runs an update between two traces. The update is constructed before the first trace. */
export const observed = (type: string, done: string): string => `
  let done: Update ${type} = ${done}
  in do {
    begun: Unit <- pure @Unit ${traced("Unit", "begin", "()")};
    result: ${type} <- done;
    pure @Unit ${traced("Unit", "end", "()")}
  }`;

const part = (type: string, done: string): Part => ({ update: expr`${observed(type, done)}` });

const foundT = (entity: string): string => `(${tuple2} (ContractId ${entity}) ${entity})`;
const theDeed = idAs("Deed", given(0));
const theAsset = idAs("Asset", given(0));

const use = (argument: string): Part =>
  part("Depth", `exercise @Deed Use ${theDeed} (UseWith::${argument})`);
const useByKey = (key: string, argument: string): Part =>
  part("Depth", `exerciseByKey @Deed Use (${key}) (UseWith::${argument})`);
const query = (entity: string, count: number, key: string): Part =>
  part(`(Optional (List ${foundT(entity)}))`, `queryByKey @${entity} ${count} (${key})`);
const nothing = `Give ${deep(0)}`;

const counts = [1, 2, 5];
/** The expected requests by key in the log, by the name of the key. */
const keys = {
  "": label(),
  OfNobody: label([]),
  WithId: label([alice], { link: given(0) }),
  TooDeep: label([alice], { levels: 100 }),
};

/** Choices of the player that each run one operation. */
const helpers: ReadonlyMap<string, Part> = new Map([
  ["Use", use(nothing)],
  ["UseTooDeep", use(`Give ${deep(100)}`)],
  ["UseGrowing", use("Grow 100")],
  ["Fetch", part("Deed", `fetch @Deed ${theDeed}`)],
  ["Poll", part("Int64", `exerciseInterface @Asset Poll ${theAsset} 42`)],
  ["FetchAsset", part("Asset", `fetchInterface @Asset ${theAsset}`)],
  ["UseByKeyTooDeep", useByKey(label(), `Give ${deep(100)}`)],
  ["UseByKeyGrowing", useByKey(label(), "Grow 100")],
  ...Object.entries(keys).flatMap(([name, key]): readonly (readonly [string, Part])[] => [
    [`UseByKey${name === "TooDeep" ? "OfTooDeep" : name}`, useByKey(key, nothing)],
    [`FetchByKey${name}`, part(foundT("Deed"), `fetchByKey @Deed (${key})`)],
    ...counts.map((count) => [`Query${count}${name}`, query("Deed", count, key)] as const),
  ]),
  ["QueryFaulty", query("Faulty", 5, label())],
]);

/**
 * Returns code that runs an update with the authority of only these parties, which the transaction must have.
 */
export const as = (
  parties: readonly string[],
  helper: string,
  ...ids: readonly string[]
): string => `
  do {
    player: ContractId Player <- create @Player Player {parties = [@Party ${parties.join()}]};
    exercise @Player ${helper} player [@(ContractId Unit) ${ids.join()}]
  }`;

/** Returns code that runs a step before another update. */
export const after = (type: string, step: string, then: string): string =>
  `do {before: ${type} <- ${step}; ${then}}`;

/** Returns code that creates a contract in this transaction and continues with its id. */
export const created = (entity: string, payload: string, then: (id: string) => string): string => `
  do {
    id: ContractId ${entity} <- create @${entity} ${payload};
    ${then(idAs("Unit", "id", entity))}
  }`;

/** Returns code that creates a contract through the interface. */
export const creatingAsset = (payload: string): string =>
  observed("(ContractId Asset)", `createInterface @Asset (toInterface @Asset @Villa ${payload})`);
export const creatingDeed = (payload: string): string =>
  observed("(ContractId Deed)", `create @Deed ${payload}`);

/** The contracts of the ledger: alice's, visible to bob. */
const plainDepth: Value = recordValue([]);
const plainLabel: Value = recordValue([listValue([partyValue("alice")]), noneValue, plainDepth]);
const [aliceValue, bobValue] = [partyValue("alice"), partyValue("bob")];

export const deedOf = (stage: Stage, entity: "Deed" | "Faulty" = "Deed"): Contract =>
  stage.contract(entity, recordValue([aliceValue, bobValue, trueValue, plainLabel, plainDepth]), [
    "alice",
  ]);
export const villaOf = (stage: Stage): Contract =>
  stage.contract(
    "Villa",
    recordValue([aliceValue, bobValue, aliceValue, trueValue, plainLabel, plainDepth]),
    ["alice"],
  );
export const plainOf = (stage: Stage): Contract =>
  stage.contract("Plain", recordValue([aliceValue]), ["alice"]);

/** Returns a stage with the traced package, its helpers and the rows. */
export const tracedStage = (rows: ReadonlyMap<string, Part>): Stage =>
  new Stage(playerPackage(new Map([...helpers, ...rows]), { languageVersion: "2.3", main }), {
    dependencies: [tuplesPackage()],
  });
