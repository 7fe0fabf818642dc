import type {
  DataType,
  Expr,
  LfTemplate,
  LfType,
} from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import type { Contract } from "../../../../lib/ground/model/contract.ts";
import {
  party,
  record as recordValue,
  text as textValue,
} from "../../../../lib/ground/values/constructors.ts";
import { type AssembledPackage, assemblePackage } from "../../../support/lf/assemble.ts";
import {
  choice,
  instance,
  interfaceOf,
  interfaceType,
  module,
  recordType,
  template,
  valueOf,
} from "../../../support/lf/definitions.ts";
import {
  add,
  apply,
  block,
  builtin,
  call,
  caseOf,
  create,
  error,
  exercise,
  fetch,
  field,
  int,
  lambda,
  list,
  pure,
  record,
  some,
  text,
  tryCatch,
  typeApply,
  unit,
  update,
  value,
  variable,
} from "../../../support/lf/expressions.ts";
import { expr } from "../../../support/lf/notation.ts";
import { given, playerPackage, Stage } from "../../../support/lf/stage.ts";
import { pairT, tuplesPackage } from "../../../support/lf/tuples.ts";
import {
  contractIdT,
  dataT,
  int64T,
  listT,
  optionalT,
  partyT,
  textT,
  unitT,
  updateT,
} from "../../../support/lf/types.ts";
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

const messageOf = (type: LfType): Expr =>
  lambda([["e", type]], field(type, "message", variable("e")));
const parties = (...all: readonly Expr[]): Expr => list(partyT, ...all);
const method = (name: string): Expr => ({
  kind: "callInterface",
  interfaceId: "self:Main:Face",
  method: name,
  expr: variable("this"),
});

/** An interface and an exception, for all versions. */
const common: AssembledPackage = assemblePackage({
  name: "matrix-common",
  version: "1.0.0",
  languageVersion: "2.3",
  modules: [
    module("Main", {
      dataTypes: [
        recordType("View", {}),
        recordType("Broken", { message: textT }),
        interfaceType("Face"),
      ],
      exceptions: { Broken: messageOf(dataT("Main:Broken")) },
      interfaces: [
        interfaceOf("Face", {
          view: dataT("Main:View"),
          methods: { controllers: listT(partyT), choiceObservers: listT(partyT) },
          choices: [
            choice("ByFace", {
              controllers: method("controllers"),
              observers: method("choiceObservers"),
              result: textT,
              body: pure(textT, text("by interface")),
            }),
          ],
        }),
      ],
    }),
  ],
});

const inCommon = (name: string): string => `${common.packageId}:Main:${name}`;
const faceT = dataT(inCommon("Face"));
const shared = { brokenT: dataT(inCommon("Broken")), view: dataT(inCommon("View")) };

/** The template of a change in one of its versions, and its types. */
const defined = (
  change: Change,
  version: (names: Names) => Version = () => ({}),
): { readonly dataTypes: readonly DataType[]; readonly templates: readonly LfTemplate[] } => {
  const { name } = change;
  const names = namesOf(change, "self", shared);
  const { of, key } = names;
  const source = version(names);
  const { precondition, choices = [], besides = [], withoutInstance = false } = source;
  const owner = parties(of("p1"));
  return {
    dataTypes: [
      recordType(name, { p1: partyT, p2: partyT, label: textT, ...source.fields }),
      recordType(`${name}Key`, {
        label: textT,
        maintainers: listT(partyT),
        ...source.keyFields,
      }),
      ...(source.dataTypes ?? []),
    ],
    templates: [
      template(name, {
        ...(precondition === undefined ? {} : { precondition }),
        signatories: source.signatories ?? owner,
        observers: source.observers ?? parties(),
        choices: [
          choice("Do", { controllers: owner, result: textT, body: pure(textT, text("done")) }),
          ...choices,
        ],
        key: {
          type: key,
          body: source.key ?? keyOf(names),
          maintainers:
            source.maintainers ??
            lambda([["key", key]], field(key, "maintainers", variable("key"))),
        },
        implements: withoutInstance
          ? []
          : [
              {
                ...instance("Main:Face", source.view ?? record(shared.view, {}), {
                  controllers: source.controllers ?? owner,
                  choiceObservers: source.choiceObservers ?? parties(),
                }),
                interfaceId: inCommon("Face"),
              },
            ],
      }),
      ...besides,
    ],
  };
};

/** All templates in one of their versions. */
const versionOf = (which: "first" | "second", version: string): AssembledPackage => {
  const all = changes.map((change) => defined(change, change[which]));
  return assemblePackage({
    name: "matrix",
    version,
    languageVersion: "2.3",
    modules: [
      module("Main", {
        dataTypes: all.flatMap(({ dataTypes }) => dataTypes),
        templates: all.flatMap(({ templates }) => templates),
      }),
    ],
  });
};

const first = versionOf("first", "1.0.0");
/** The same as the first; the stage does not know it. */
const unknown = versionOf("first", "1.0.1");
const second = versionOf("second", "2.0.0");
const known = [common, tuplesPackage(), first, second];

let workshop: Stage | undefined;
/** A stage that knows all packages: the contracts of the ledger come from it. */
const workshopStage = (): Stage =>
  (workshop ??= new Stage(
    playerPackage(new Map(), { name: "workshop", languageVersion: "2.3", main: {} }),
    { dependencies: [...known, unknown] },
  ));

const contractOf = ({ name, content = {} }: Change, packageId: string): Contract =>
  workshopStage().contract(
    `${name}@${packageId}`,
    recordValue([
      party("alice"),
      party("bob"),
      textValue("label"),
      ...Object.values(content).map(({ value }) => value),
    ]),
    ["alice"],
  );

const made = new Map<string, readonly Contract[]>();
/** Two contracts of the first version of a template, of a package that is known or not. */
const contractsOf = (change: Change, { packageId }: AssembledPackage): readonly Contract[] => {
  const key = `${change.name}@${packageId}`;
  let contracts = made.get(key);
  if (contracts === undefined) {
    contracts = [contractOf(change, packageId), contractOf(change, packageId)];
    made.set(key, contracts);
  }
  return contracts;
};

const partyNamed = (name: string): Expr =>
  caseOf(
    call(28, text(name)),
    { pattern: { kind: "some", binder: "party" }, body: variable("party") },
    { pattern: { kind: "none" }, body: error(partyT, "a party") },
  );
const alice = value("Main:alice");
const bob = value("Main:bob");
/** The parties, for the player. */
const partyValues = ["alice", "bob"].map((name) => valueOf(name, partyT, partyNamed(name)));

const idAs = (to: LfType, from: LfType, id: Expr): Expr =>
  apply(typeApply(builtin(42), from, to), id);

const templateId = ({ template: type }: Names): string =>
  type.kind === "constructor" ? type.id : "";

/** A step of a block whose result has a name. */
type Step = readonly [string, LfType, Expr];

const creates = (change: Change, names: Names, id: string): Step => {
  const contents = Object.entries(change.content ?? {});
  return [
    id,
    contractIdT(names.template),
    create(
      templateId(names),
      record(names.template, {
        p1: alice,
        p2: bob,
        label: text("label"),
        ...Object.fromEntries(contents.map(([name, { expr }]) => [name, expr(names)])),
      }),
    ),
  ];
};

/** How many were found. */
const length = (element: LfType, of: Expr): Expr =>
  apply(
    typeApply(builtin(43), element, int64T),
    lambda(
      [
        ["count", int64T],
        ["each", element],
      ],
      add(variable("count"), int(1)),
    ),
    int(0),
    of,
  );

/** One operation on the contract, as of the second version; gives 0, or how many were found. */
const operated = (change: Change, operation: Operation, id: Expr, from: LfType): Expr => {
  const names = namesOf(change, second.packageId, shared);
  const type = names.template;
  const of = templateId(names);
  const key = record(names.key, {
    label: text("label"),
    maintainers: parties(alice),
    ...change.keyContent,
  });
  const foundT = pairT(contractIdT(type), type);
  const done = (result: LfType, step: Expr): Expr =>
    block([["done", result, step]], pure(int64T, int(0)));
  const onFace = { interfaceId: inCommon("Face"), contractId: idAs(faceT, from, id) };
  switch (operation) {
    case "exercise":
      return done(textT, exercise(of, "Do", idAs(type, from, id), unit));
    case "fetch":
      return done(type, fetch(of, idAs(type, from, id)));
    case "exercise by interface":
      return done(
        textT,
        update({
          kind: "exerciseInterface",
          ...onFace,
          choice: "ByFace",
          argument: unit,
          guard: undefined,
        }),
      );
    case "fetch by interface":
      return done(faceT, update({ kind: "fetchInterface", ...onFace }));
    case "exercise by key":
      return done(
        textT,
        update({ kind: "exerciseByKey", templateId: of, choice: "Do", key, argument: unit }),
      );
    case "fetch by key":
      return done(foundT, apply(update({ kind: "fetchByKey", templateId: of }), key));
    case "query":
      return block(
        [
          [
            "all",
            optionalT(listT(foundT)),
            apply(update({ kind: "queryByKey", templateId: of }), int(4), key),
          ],
        ],
        pure(
          int64T,
          caseOf(
            variable("all"),
            {
              pattern: { kind: "some", binder: "found" },
              body: length(foundT, variable("found")),
            },
            { pattern: { kind: "none" }, body: int(-2) },
          ),
        ),
      );
  }
};

/** An update, and the same in a try that would give -1. */
interface Caught {
  readonly update: Expr;
  readonly caught: Expr;
}

const caught = (body: Expr): Caught => ({
  update: body,
  caught: tryCatch(int64T, body, "e", handler),
});
const handler = some(updateT(int64T), pure(int64T, int(-1)));

/** One change and one operation: on contracts of the ledger and of the transaction, caught or not. */
const rowsOf = (change: Change, operation: Operation): readonly UpdateRow[] => {
  const isQuery = operation === "query";
  const gives = (found: number): string =>
    change.gives === "ok" ? String(isQuery ? found : 0) : change.gives;
  const names = namesOf(change, first.packageId, shared);
  const local = caught(
    block(
      [creates(change, names, "id"), ...(isQuery ? [creates(change, names, "another")] : [])],
      operated(change, operation, variable("id"), names.template),
    ),
  );
  const global = caught(operated(change, operation, isQuery ? unit : expr`${given(0)}`, unitT));
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

/** What one version of a template makes of the contracts of another, whatever is done with them. */
export const matrixTable: UpdateTable = {
  suite: "upgrades-matrix/…/engine/UpgradesMatrix",
  about: "upgrades, change by change",
  stage: (parts) =>
    new Stage(playerPackage(parts, { languageVersion: "2.3", main: { values: partyValues } }), {
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
      what: "contracts that are disclosed",
      why: "they are read as those of the ledger are",
    },
    {
      cases: 1028,
      what: "operations that are commands of their own",
      why: "they do what they do in a choice; the rows of commands have their arguments",
    },
    {
      cases: 1,
      what: "a run of all of it in 2.dev",
      why: "the engine refuses this version",
    },
  ],
};
