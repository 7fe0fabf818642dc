import type {
  Expr,
  LfTemplate,
  LfType,
  UpdateExpr,
} from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import type { Contract } from "../../../../lib/ground/model/contract.ts";
import {
  list as listValue,
  none as noneValue,
  party as partyValue,
  record as recordValue,
  trueValue,
} from "../../../../lib/ground/values/constructors.ts";
import type { Value } from "../../../../lib/ground/values/value.ts";
import {
  choice,
  instance,
  interfaceOf,
  interfaceType,
  type module,
  recordType,
  template,
  valueOf,
  variantType,
} from "../../../support/lf/definitions.ts";
import {
  apply,
  block,
  bool,
  builtin,
  caseOf,
  create,
  equalInt,
  error,
  exercise,
  fetch,
  field,
  ifThenElse,
  int,
  lambda,
  letIn,
  list,
  none,
  pure,
  record,
  some,
  subtract,
  text,
  throwing,
  typeApply,
  unit,
  update,
  value,
  variable,
  variant,
} from "../../../support/lf/expressions.ts";
import { given, type Part, playerPackage, Stage } from "../../../support/lf/stage.ts";
import { pairT, tuplesPackage } from "../../../support/lf/tuples.ts";
import {
  boolT,
  contractIdT,
  dataT,
  functionT,
  int64T,
  listT,
  optionalT,
  partyT,
  qualified,
  textT,
  unitT,
} from "../../../support/lf/types.ts";

/**
 * A package that traces what it evaluates: of a contract, of a choice and of a choice of an interface.
 * Choices of the player do one thing each, with the authority of whomever it is made for.
 */
export const traced = (type: LfType, message: string, content: Expr): Expr =>
  apply(typeApply(builtin(0), type), text(message), content);

const partiesT = listT(partyT);
const depthT = dataT("Main:Depth");
const labelT = dataT("Main:Label");
const deedT = dataT("Main:Deed");
const villaT = dataT("Main:Villa");
const plainT = dataT("Main:Plain");
const useT = dataT("Main:UseWith");
const assetT = dataT("Main:Asset");
const faultyT = dataT("Main:Faulty");
const playerT = dataT("Main:Player");
const anythingT = contractIdT(unitT);

export const types = { depthT, labelT, deedT, villaT, plainT, assetT };

/** As deep as the number says. */
const deep = (levels: number): Expr => apply(value("Main:deep"), int(levels));
const deepBody = lambda(
  [["levels", int64T]],
  record(depthT, {
    inner: ifThenElse(
      equalInt(variable("levels"), int(0)),
      none(depthT),
      some(depthT, apply(value("Main:deep"), subtract(variable("levels"), int(1)))),
    ),
  }),
);

const party = (name: string): Expr => value(`Main:${name}`);
export const [alice, bob, charlie] = ["alice", "bob", "charlie"].map(party) as [Expr, Expr, Expr];

const partyNamed = (name: string): Expr =>
  caseOf(
    apply(builtin(28), text(name)),
    { pattern: { kind: "some", binder: "p" }, body: variable("p") },
    { pattern: { kind: "none" }, body: error(partyT, "no party") },
  );

/** A key: who maintains it, and what makes it too deep, or gives it a contract id. */
export const label = (
  holders: readonly Expr[] = [alice],
  options: { readonly levels?: number; readonly link?: Expr } = {},
): Expr =>
  record(labelT, {
    holders: list(partyT, ...holders),
    link: options.link === undefined ? none(anythingT) : some(anythingT, options.link),
    depth: deep(options.levels ?? 0),
  });

interface DeedFields {
  readonly owner?: Expr;
  readonly valid?: boolean;
  readonly label?: Expr;
  readonly levels?: number;
}

export const deed = ({
  owner = alice,
  valid = true,
  label: key = label(),
  levels = 0,
}: DeedFields = {}) =>
  record(deedT, { owner, witness: bob, valid: bool(valid), label: key, depth: deep(levels) });

export const villa = (fields: DeedFields & { readonly leader?: Expr } = {}): Expr => {
  const { owner = alice, leader = alice, valid = true, label: key = label(), levels = 0 } = fields;
  return record(villaT, {
    owner,
    witness: bob,
    leader,
    valid: bool(valid),
    label: key,
    depth: deep(levels),
  });
};

export const plain = (owner: Expr = alice): Expr => record(plainT, { owner });

const of = (type: LfType, name: string): Expr => field(type, name, variable("this"));

const tracedTemplate = (
  name: string,
  type: LfType,
  more: {
    readonly maintainers?: Expr;
    readonly choices?: LfTemplate["choices"];
    readonly implements?: LfTemplate["implements"];
  } = {},
): LfTemplate => {
  const maintainers = more.maintainers ?? field(labelT, "holders", variable("key"));
  const built = template(name, {
    precondition: traced(boolT, "precondition", of(type, "valid")),
    signatories: traced(partiesT, "signatories", list(partyT, of(type, "owner"))),
    observers: traced(partiesT, "observers", list(partyT, of(type, "witness"))),
    choices: [...(more.choices?.values() ?? [])],
    key: {
      type: labelT,
      body: traced(labelT, "key", of(type, "label")),
      maintainers: lambda([["key", labelT]], traced(partiesT, "maintainers", maintainers)),
    },
    implements: [...(more.implements?.values() ?? [])],
  });
  return built;
};

const useChoice = choice("Use", {
  consuming: true,
  controllers: traced(partiesT, "controllers", list(partyT, of(deedT, "owner"))),
  observers: traced(partiesT, "choice observers", list(partyT)),
  argument: useT,
  result: depthT,
  body: pure(
    depthT,
    traced(
      depthT,
      "body",
      caseOf(
        variable("arg"),
        {
          pattern: {
            kind: "variant",
            typeId: qualified("Main:UseWith"),
            constructor: "Grow",
            binder: "n",
          },
          body: apply(value("Main:deep"), variable("n")),
        },
        { pattern: { kind: "default" }, body: deep(0) },
      ),
    ),
  ),
});

const leader: Expr = {
  kind: "callInterface",
  interfaceId: qualified("Main:Asset"),
  method: "leader",
  expr: variable("this"),
};

const assetInterface = interfaceOf("Asset", {
  view: dataT("Main:View"),
  methods: { leader: partyT },
  choices: [
    choice("Poll", {
      controllers: traced(partiesT, "interface controllers", list(partyT, leader)),
      observers: traced(partiesT, "interface observers", list(partyT)),
      argument: int64T,
      result: int64T,
      body: pure(int64T, traced(int64T, "body", variable("arg"))),
    }),
  ],
});

const messageT = dataT("Main:Broken");
const faulty = throwing(
  partiesT,
  messageT,
  record(messageT, { message: text("in the maintainers") }),
);

const fieldsOf = { owner: partyT, witness: partyT, valid: boolT, label: labelT, depth: depthT };

const mainModule: Parameters<typeof module>[1] = {
  dataTypes: [
    recordType("Depth", { inner: optionalT(depthT) }),
    recordType("Label", { holders: partiesT, link: optionalT(anythingT), depth: depthT }),
    variantType("UseWith", { Give: depthT, Grow: int64T }),
    recordType("View", {}),
    recordType("Deed", fieldsOf),
    recordType("Faulty", fieldsOf),
    recordType("Villa", {
      owner: partyT,
      witness: partyT,
      leader: partyT,
      valid: boolT,
      label: labelT,
      depth: depthT,
    }),
    recordType("Plain", { owner: partyT }),
    recordType("Broken", { message: textT }),
    interfaceType("Asset"),
  ],
  exceptions: { Broken: lambda([["e", messageT]], field(messageT, "message", variable("e"))) },
  interfaces: [assetInterface],
  values: [
    ...["alice", "bob", "charlie"].map((name) => valueOf(name, partyT, partyNamed(name))),
    valueOf("deep", functionT([int64T], depthT), deepBody),
  ],
  templates: [
    tracedTemplate("Deed", deedT, { choices: new Map([["Use", useChoice]]) }),
    tracedTemplate("Faulty", faultyT, { maintainers: faulty }),
    tracedTemplate("Villa", villaT, {
      implements: new Map([
        [
          "Asset",
          instance("Main:Asset", record(dataT("Main:View"), {}), { leader: of(villaT, "leader") }),
        ],
      ]),
    }),
    template("Plain", { signatories: list(partyT, of(plainT, "owner")) }),
  ],
};

const coerced = (to: LfType, id: Expr): Expr => apply(typeApply(builtin(42), unitT, to), id);
/** A contract's id as that of anything. */
export const untyped = (from: LfType, id: Expr): Expr =>
  apply(typeApply(builtin(42), from, unitT), id);

/** The update between two traces, built before the first. */
export const observed = (type: LfType, done: Expr): Expr =>
  letIn(
    "done",
    { kind: "builtin", builtin: "Update", arguments: [type] },
    done,
    block(
      [
        ["begun", unitT, pure(unitT, traced(unitT, "begin", unit))],
        ["result", type, variable("done")],
      ],
      pure(unitT, traced(unitT, "end", unit)),
    ),
  );

const part = (type: LfType, done: Expr): Part => ({ update: observed(type, done) });

const foundT = (type: LfType): LfType => pairT(contractIdT(type), type);
const keyed = (kind: "fetchByKey" | "queryByKey", entity: string, ...args: readonly Expr[]): Expr =>
  apply(update({ kind, templateId: qualified(`Main:${entity}`) }), ...args);

const useWith = (constructor: "Give" | "Grow", argument: Expr): Expr =>
  variant(useT, constructor, argument);
const use = (argument: Expr): Part =>
  part(depthT, exercise("Main:Deed", "Use", coerced(deedT, given(0)), argument));
const useByKey = (key: Expr, argument: Expr): Part =>
  part(
    depthT,
    update({
      kind: "exerciseByKey",
      templateId: qualified("Main:Deed"),
      choice: "Use",
      key,
      argument,
    }),
  );
const nothing = useWith("Give", deep(0));

const interfaceUpdate = (kind: "fetch" | "poll"): Expr => {
  const common = { interfaceId: qualified("Main:Asset"), contractId: coerced(assetT, given(0)) };
  const of: UpdateExpr =
    kind === "fetch"
      ? { kind: "fetchInterface", ...common }
      : {
          kind: "exerciseInterface",
          ...common,
          choice: "Poll",
          argument: int(42),
          guard: undefined,
        };
  return update(of);
};

const query = (count: number, key: Expr): Part =>
  part(optionalT(listT(foundT(deedT))), keyed("queryByKey", "Deed", int(count), key));

const counts = [1, 2, 5];
/** What is asked of a key, by the name of the key. */
const keys = {
  "": label(),
  OfNobody: label([]),
  WithId: label([alice], { link: given(0) }),
  TooDeep: label([alice], { levels: 100 }),
};

/** One thing each. */
export const helpers: ReadonlyMap<string, Part> = new Map([
  ["Use", use(nothing)],
  ["UseTooDeep", use(useWith("Give", deep(100)))],
  ["UseGrowing", use(useWith("Grow", int(100)))],
  ["Fetch", part(deedT, fetch("Main:Deed", coerced(deedT, given(0))))],
  ["Poll", part(int64T, interfaceUpdate("poll"))],
  ["FetchAsset", part(assetT, interfaceUpdate("fetch"))],
  ["UseByKeyTooDeep", useByKey(label(), useWith("Give", deep(100)))],
  ["UseByKeyGrowing", useByKey(label(), useWith("Grow", int(100)))],
  ...Object.entries(keys).flatMap(([name, key]): readonly (readonly [string, Part])[] => [
    [`UseByKey${name === "TooDeep" ? "OfTooDeep" : name}`, useByKey(key, nothing)],
    [`FetchByKey${name}`, part(foundT(deedT), keyed("fetchByKey", "Deed", key))],
    ...counts.map((count) => [`Query${count}${name}`, query(count, key)] as const),
  ]),
  [
    "QueryFaulty",
    part(optionalT(listT(foundT(faultyT))), keyed("queryByKey", "Faulty", int(5), label())),
  ],
]);

/** Does one thing with the authority of these parties only, which the transaction must have. */
export const as = (parties: readonly Expr[], helper: string, ...ids: readonly Expr[]): Expr =>
  block(
    [
      [
        "player",
        contractIdT(playerT),
        create("Main:Player", record(playerT, { parties: list(partyT, ...parties) })),
      ],
    ],
    exercise("Main:Player", helper, variable("player"), list(anythingT, ...ids)),
  );

/** The contracts of the ledger: alice's, bob sees them. */
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

/** A stage with the traced package, its helpers and the rows. */
export const tracedStage = (rows: ReadonlyMap<string, Part>): Stage =>
  new Stage(
    playerPackage(new Map([...helpers, ...rows]), { languageVersion: "2.3", main: mainModule }),
    { dependencies: [tuplesPackage()] },
  );
