import {
  createPartyValue,
  createRecordValue as recordValue,
  createTextValue as textValue,
} from "../../../../lib/base/values/constructors.ts";
import type { LfExpr } from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import type { Contract } from "../../../../lib/store.ts";
import { type AssembledPackage, assemblePackage } from "../../../support/lf/assemble.ts";
import { definitions, expr, modules } from "../../../support/lf/notation.ts";
import { given, idAs, playerPackage, Stage } from "../../../support/lf/stage.ts";
import { tuple2, tuplesPackage } from "../../../support/lf/tuples.ts";
import { int64T } from "../../../support/lf/types.ts";
import {
  type Change,
  changes,
  keyOf,
  type Names,
  namesOf,
  type Operation,
  operations,
  type Version,
} from "./matrix-changes.ts";
import type { UpdateRow, UpdateTable } from "./update-table.ts";

/** A package with the interface and the exception that all versions share. */
const common: AssembledPackage = assemblePackage({
  name: "matrix-common",
  version: "1.0.0",
  languageVersion: "2.3",
  modules: modules`
    module Main {
      record View {}
      exception Broken {message: Text} message \(e: Broken) -> e.message;
      interface Face {
        view View;
        method controllers: List Party;
        method choiceObservers: List Party;
        nonconsuming choice ByFace: Text
          by callInterface @Face controllers this
          observed by callInterface @Face choiceObservers this
          = pure @Text "by interface";
      }
    }
  `,
});

const inCommon = (name: string): string => `${common.packageId}:Main:${name}`;
const face = inCommon("Face");
const shared = { broken: inCommon("Broken"), view: inCommon("View") };

/** Returns source of the template of a change in one of its versions, with its types. */
const defined = (change: Change, version: (names: Names) => Version = () => ({})): string => {
  const { name } = change;
  const names = namesOf(change, "self", shared);
  const { key } = names;
  const source = version(names);
  const owner = "[@Party this.p1]";
  const { signatories = owner, observers = "[@Party]", controllers = owner } = source;
  const { choiceObservers = "[@Party]", view = `${shared.view} {}` } = source;
  const instance = `
    implements ${face} {
      view ${view};
      method controllers = ${controllers};
      method choiceObservers = ${choiceObservers};
    }`;
  const maintainers = source.maintainers ?? String.raw`\(key: ${key}) -> key.maintainers`;
  return `
    template ${name} with {p1: Party, p2: Party, label: Text${source.fields ?? ""}} {
      ${source.precondition === undefined ? "" : `precondition ${source.precondition};`}
      signatories ${signatories};
      observers ${observers};
      nonconsuming choice Do: Text by ${owner} = pure @Text "done";
      ${source.choices ?? ""}
      key ${key} = ${source.key ?? keyOf(names)} maintained by ${maintainers};
      ${source.withoutInstance === true ? "" : instance}
    }
    record ${name}Key {label: Text, maintainers: List Party${source.keyFields ?? ""}}
    ${source.besides ?? ""}`;
};

/** Returns the package with one version of all templates. */
const versionOf = (which: "first" | "second", version: string): AssembledPackage =>
  assemblePackage({
    name: "matrix",
    version,
    languageVersion: "2.3",
    modules: modules`
      module Main {${changes.map((change) => defined(change, change[which])).join("")}}
    `,
  });

const first = versionOf("first", "1.0.0");
/** A copy of version 1 that the stage does not know. */
const unknown = versionOf("first", "1.0.1");
const second = versionOf("second", "2.0.0");
const known = [common, tuplesPackage(), first, second];

let workshop: Stage | undefined;
/** Returns a stage that knows all packages. It creates the contracts of the ledger. */
const workshopStage = (): Stage =>
  (workshop ??= new Stage(
    playerPackage(new Map(), { name: "workshop", languageVersion: "2.3", main: {} }),
    { dependencies: [...known, unknown] },
  ));

const contractOf = ({ name, content = {} }: Change, packageId: string): Contract =>
  workshopStage().contract(
    `${name}@${packageId}`,
    recordValue([
      createPartyValue("alice"),
      createPartyValue("bob"),
      textValue("label"),
      ...Object.values(content).map(({ value }) => value),
    ]),
    ["alice"],
  );

const made = new Map<string, readonly Contract[]>();
/** Returns two contracts of version 1 of a template; the package may be one that the stage does not know. */
const contractsOf = (change: Change, { packageId }: AssembledPackage): readonly Contract[] => {
  const key = `${change.name}@${packageId}`;
  let contracts = made.get(key);
  if (contracts === undefined) {
    contracts = [contractOf(change, packageId), contractOf(change, packageId)];
    made.set(key, contracts);
  }
  return contracts;
};

/** Returns code for a party. */
const partyNamed = (name: string): string => `
  val ${name}: Party =
    case TEXT_TO_PARTY "${name}" of {Some party -> party; None -> ERROR @Party "a party"};`;
const main = definitions`${partyNamed("alice")} ${partyNamed("bob")}`;

/** Returns source of a step that creates a contract of version 1. */
const creates = (change: Change, names: Names, id: string): string => {
  const contents = Object.entries(change.content ?? {});
  const more = contents.map(([name, { expr: of }]) => `, ${name} = ${of(names)}`).join("");
  return `
    ${id}: ContractId ${names.template} <-
      create @${names.template} ${names.template} {
        p1 = Main:alice, p2 = Main:bob, label = "label"${more}
      };`;
};

/** Returns source that computes the length of a list. */
const length = (element: string, all: string): string => String.raw`
  FOLDL @${element} @Int64 (\(count: Int64) (each: ${element}) -> ADD_INT64 count 1) 0 ${all}`;

/**
 * Returns source of an operation on the contract with version 2. Its result is 0 or the number of found
 * contracts.
 */
const operated = (change: Change, operation: Operation, id: string, from = "Unit"): string => {
  const names = namesOf(change, second.packageId, shared);
  const { template } = names;
  const maintained = `maintainers = [@Party Main:alice]${change.keyContent ?? ""}`;
  const key = `${names.key} {label = "label", ${maintained}}`;
  const found = `(${tuple2} (ContractId ${template}) ${template})`;
  const done = (result: string, step: string): string =>
    `do {done: ${result} <- ${step}; pure @Int64 0}`;
  switch (operation) {
    case "exercise":
      return done("Text", `exercise @${template} Do ${idAs(template, id, from)} ()`);
    case "fetch":
      return done(template, `fetch @${template} ${idAs(template, id, from)}`);
    case "exercise by interface":
      return done("Text", `exerciseInterface @${face} ByFace ${idAs(face, id, from)} ()`);
    case "fetch by interface":
      return done(face, `fetchInterface @${face} ${idAs(face, id, from)}`);
    case "exercise by key":
      return done("Text", `exerciseByKey @${template} Do ${key} ()`);
    case "fetch by key":
      return done(found, `fetchByKey @${template} ${key}`);
    case "query":
      return `
        do {
          all: Optional (List ${found}) <- queryByKey @${template} 4 ${key};
          pure @Int64 (case all of {Some found -> ${length(found, "found")}; None -> -2})
        }`;
  }
};

/** Source of an update, and of the same update in a try block that returns -1 after an exception. */
interface Caught {
  readonly update: LfExpr;
  readonly caught: LfExpr;
}

const caught = (body: string): Caught => ({
  update: expr`${body}`,
  caught: expr`try @Int64 ${body} catch e -> Some @(Update Int64) (pure @Int64 -1)`,
});

/**
 * Returns the rows of one change and one operation: on contracts of the ledger and of the transaction, with
 * and without a try block.
 */
const rowsOf = (change: Change, operation: Operation): readonly UpdateRow[] => {
  const isQuery = operation === "query";
  const gives = (found: number): string =>
    change.gives === "ok" ? String(isQuery ? found : 0) : change.gives;
  const names = namesOf(change, first.packageId, shared);
  const created = ["id", ...(isQuery ? ["another"] : [])].map((id) => creates(change, names, id));
  const local = caught(
    `do {${created.join("")} ${operated(change, operation, "id", names.template)}}`,
  );
  const global = caught(operated(change, operation, isQuery ? "()" : given(0)));
  const rows = (
    what: string,
    whole: Caught,
    more: Pick<UpdateRow, "gives" | "contracts">,
  ): readonly UpdateRow[] => {
    const facts = { result: int64T, prefers: [second.packageId], ...more };
    const title = `${change.what}: ${operation}, ${what}`;
    return [
      { what: title, update: whole.update, ...facts },
      { what: `${title}, in a try`, update: whole.caught, ...facts },
    ];
  };
  const onLedger = (of: AssembledPackage) => () =>
    contractsOf(change, of).slice(0, isQuery ? 2 : 1);
  return [
    ...rows("on the ledger", global, { gives: gives(2), contracts: onLedger(first) }),
    ...rows("of an unknown package", global, { gives: gives(2), contracts: onLedger(unknown) }),
    ...rows("of this transaction", local, {
      gives: gives(isQuery ? 4 : 0),
      contracts: () => (isQuery ? onLedger(first)() : []),
    }),
  ];
};

/** Facts about how one version of a template treats contracts of another, for every operation. */
export const matrixTable: UpdateTable = {
  suite: "upgrades-matrix/…/engine/UpgradesMatrix",
  about: "upgrades, change by change",
  stage: (parts) =>
    new Stage(playerPackage(parts, { languageVersion: "2.3", main }), {
      dependencies: known,
    }),
  groups: operations.map((operation) => ({
    title: operation,
    rows: changes
      .filter(({ onlyFor }) => onlyFor?.includes(operation) ?? true)
      .flatMap((change) => rowsOf(change, operation)),
  })),
  leftOut: [
    {
      cases: 1092,
      what: "disclosed contracts",
      why: "they are read like contracts on the ledger",
    },
    {
      cases: 1028,
      what: "operations that are commands, not parts of a choice",
      why: "they have the same effect as in a choice; the rows of the topic commands cover their arguments",
    },
    {
      cases: 1,
      what: "all cases again for 2.dev",
      why: "the engine refuses this version",
    },
  ],
};
