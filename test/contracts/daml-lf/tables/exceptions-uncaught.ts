import type {
  Expr,
  InterfaceInstance,
  LfChoice,
  LfType,
  UpdateExpr,
} from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import { party, record as recordValue } from "../../../../lib/ground/values/constructors.ts";
import { type AssembledPackage, assemblePackage } from "../../../support/lf/assemble.ts";
import {
  choice,
  instance,
  interfaceOf,
  interfaceType,
  module,
  recordType,
  template,
} from "../../../support/lf/definitions.ts";
import {
  apply,
  block,
  builtin,
  create,
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
  throwing,
  tryCatch,
  typeApply,
  unit,
  update,
  variable,
} from "../../../support/lf/expressions.ts";
import { given } from "../../../support/lf/stage.ts";
import { pairT } from "../../../support/lf/tuples.ts";
import {
  boolT,
  contractIdT,
  dataT,
  functionT,
  listT,
  optionalT,
  partyT,
  qualified,
  textT,
  unitT,
  updateT,
} from "../../../support/lf/types.ts";
import { soleParty } from "./exceptions-catching.ts";
import type { UpdateGroup, UpdateRow } from "./update-table.ts";

/** What all the packages share: an interface whose choice asks the template, a key, an exception. */
export const commonPackage: AssembledPackage = (() => {
  const ask = (method: string): Expr => ({
    kind: "callInterface",
    interfaceId: qualified("Main:Bearer"),
    method,
    expr: variable("this"),
  });
  const messageT = dataT("Main:Bad");
  return assemblePackage({
    name: "common",
    version: "1.0.0",
    languageVersion: "2.3",
    modules: [
      module("Main", {
        dataTypes: [
          recordType("View", {}),
          recordType("Label", { word: textT, holders: listT(partyT) }),
          recordType("Bad", { message: textT }),
          interfaceType("Bearer"),
        ],
        exceptions: { Bad: lambda([["e", messageT]], field(messageT, "message", variable("e"))) },
        interfaces: [
          interfaceOf("Bearer", {
            view: dataT("Main:View"),
            methods: { leaders: listT(partyT), watchers: listT(partyT) },
            choices: [
              choice("Ask", {
                controllers: ask("leaders"),
                observers: ask("watchers"),
                result: textT,
                body: pure(textT, text("asked")),
              }),
            ],
          }),
        ],
      }),
    ],
  });
})();

const ofCommon = (name: string): string => `${commonPackage.packageId}:Main:${name}`;
const labelT = dataT(ofCommon("Label"));
const bearerT = dataT(ofCommon("Bearer"));
const viewT = dataT(ofCommon("View"));
const badT = dataT(ofCommon("Bad"));
const bad = (type: LfType, message: string): Expr =>
  throwing(type, badT, record(badT, { message: text(message) }));

/** The parts of a template that may throw. */
const fields = [
  "Precondition",
  "Signatories",
  "Observers",
  "Key",
  "Maintainers",
  "MaintainersBody",
  "ChoiceControllers",
  "ChoiceObservers",
] as const;
type Field = (typeof fields)[number];

const partiesT = listT(partyT);
const labelOf = (holder: Expr): Expr =>
  record(labelT, { word: text("label"), holders: list(partyT, holder) });

/** A template of the name of one part, which throws there if it is told to. */
const templateNamed = (name: Field, throws: boolean) => {
  const owner: Expr = field(dataT(`Main:${name}`), "owner", variable("this"));
  const part = (which: Field, type: LfType, fine: Expr): Expr =>
    throws && which === name ? bad(type, name) : fine;
  const owners = list(partyT, owner);
  const maintainers = lambda(
    [["key", labelT]],
    part("MaintainersBody", partiesT, field(labelT, "holders", variable("key"))),
  );
  const bearer: InterfaceInstance = {
    ...instance("Main:Bearer", record(viewT, {}), {
      leaders: part("ChoiceControllers", partiesT, owners),
      watchers: part("ChoiceObservers", partiesT, list(partyT)),
    }),
    interfaceId: ofCommon("Bearer"),
  };
  return template(name, {
    precondition: part("Precondition", boolT, { kind: "bool", value: true }),
    signatories: part("Signatories", partiesT, owners),
    observers: part("Observers", partiesT, list(partyT)),
    choices: [
      choice("Touch", { controllers: owners, result: textT, body: pure(textT, text("touched")) }),
    ],
    key: {
      type: labelT,
      body: part("Key", labelT, labelOf(owner)),
      maintainers: part("Maintainers", functionT([labelT], partiesT), maintainers),
    },
    implements: [bearer],
  });
};

const versionOf = (version: string, throws: boolean): AssembledPackage =>
  assemblePackage({
    name: "versions",
    version,
    languageVersion: "2.3",
    modules: [
      module("Main", {
        dataTypes: fields.map((name) => recordType(name, { owner: partyT })),
        templates: fields.map((name) => templateNamed(name, throws)),
      }),
    ],
  });

/** Every part computes in the first version, and throws in the second. */
export const finePackage: AssembledPackage = versionOf("1.0.0", false);
export const badPackage: AssembledPackage = versionOf("2.0.0", true);

const fine = (name: Field): string => `${finePackage.packageId}:Main:${name}`;
const broken = (name: Field): string => `${badPackage.packageId}:Main:${name}`;

const alice: Expr = soleParty;
const coerced = (from: LfType, to: LfType, id: Expr): Expr =>
  apply(typeApply(builtin(42), from, to), id);

const caught = (type: LfType, content: Expr, body: Expr): Expr =>
  tryCatch(type, body, "e", some(updateT(type), pure(type, content)));

/** What is done to a contract, as of the second version, inside an attempt. */
interface Deed {
  readonly title: string;
  readonly fields: readonly Field[];
  readonly by: (name: Field, id: Expr) => Expr;
}

const then = (type: LfType, done: Expr): Expr =>
  block([["done", type, done]], pure(textT, text("done")));

const asBroken = (name: Field, id: Expr): Expr => coerced(unitT, dataT(broken(name)), id);
const asBearer = (id: Expr): Expr => coerced(unitT, bearerT, id);
const foundT = (name: Field): LfType =>
  pairT(contractIdT(dataT(broken(name))), dataT(broken(name)));
const byKey = (kind: "fetchByKey" | "queryByKey", name: Field, ...args: readonly Expr[]): Expr =>
  apply(update({ kind, templateId: broken(name) }), ...args);

const templateFields = fields.slice(0, 6);

const deeds: readonly Deed[] = [
  {
    title: "an exercise",
    fields: templateFields,
    by: (name, id) => exercise(broken(name), "Touch", asBroken(name, id), unit),
  },
  {
    title: "an exercise by key",
    fields: templateFields,
    by: (name) =>
      update({
        kind: "exerciseByKey",
        templateId: broken(name),
        choice: "Touch",
        key: labelOf(alice),
        argument: unit,
      }),
  },
  {
    title: "a fetch",
    fields: templateFields,
    by: (name, id) => then(dataT(broken(name)), fetch(broken(name), asBroken(name, id))),
  },
  {
    title: "a fetch by interface",
    fields: templateFields,
    by: (_name, id) =>
      then(
        bearerT,
        update({
          kind: "fetchInterface",
          interfaceId: ofCommon("Bearer"),
          contractId: asBearer(id),
        }),
      ),
  },
  {
    title: "a fetch by key",
    fields: templateFields,
    by: (name) => then(foundT(name), byKey("fetchByKey", name, labelOf(alice))),
  },
  {
    title: "a query by key",
    fields: templateFields,
    by: (name) =>
      then(optionalT(listT(foundT(name))), byKey("queryByKey", name, int(1), labelOf(alice))),
  },
  {
    title: "an exercise by interface",
    fields,
    by: (_name, id) =>
      update({
        kind: "exerciseInterface",
        interfaceId: ofCommon("Bearer"),
        choice: "Ask",
        contractId: asBearer(id),
        argument: unit,
        guard: undefined,
      } satisfies UpdateExpr),
  },
];

const uncaught = (title: string, name: Field, updateOf: Expr): UpdateRow => ({
  what: `${title}, ${name} throwing`,
  update: updateOf,
  result: textT,
  gives: "fails UNHANDLED_EXCEPTION/Main:Bad",
  saying: name,
});

const ofLedger = ({ title, fields: which, by }: Deed): readonly UpdateRow[] =>
  which.map((name) => ({
    ...uncaught(
      `${title} of the ledger's`,
      name,
      caught(textT, text("caught"), by(name, given(0))),
    ),
    contracts: (stage) => [
      stage.contract(`${name}@${finePackage.packageId}`, recordValue([party("alice")]), ["alice"]),
    ],
  }));

const ofTransaction = ({ title, fields: which, by }: Deed): readonly UpdateRow[] =>
  which.map((name) =>
    uncaught(
      `${title} of the transaction's own`,
      name,
      block(
        [
          [
            "id",
            contractIdT(dataT(fine(name))),
            create(fine(name), record(dataT(fine(name)), { owner: alice })),
          ],
        ],
        caught(textT, text("caught"), by(name, coerced(dataT(fine(name)), unitT, variable("id")))),
      ),
    ),
  );

/** A template and an interface whose choices throw in one part each. */
const faults = ["Body", "Controllers", "Observers"] as const;

const throwBad = (type: LfType): Expr => bad(type, "thrown");

const faultyChoice = (fault: (typeof faults)[number], owners: Expr): LfChoice =>
  choice(fault, {
    consuming: true,
    controllers: fault === "Controllers" ? throwBad(partiesT) : owners,
    observers: fault === "Observers" ? throwBad(partiesT) : list(partyT),
    body: fault === "Body" ? pure(unitT, throwBad(unitT)) : pure(unitT, unit),
  });

const doubtfulT = dataT("Main:Doubtful");
const doubtfulOwners = list(partyT, field(doubtfulT, "owner", variable("this")));

export const doubtfulTypes = [recordType("Doubtful", { owner: partyT }), interfaceType("Doubted")];
export const doubtedInterface = interfaceOf("Doubted", {
  view: viewT,
  methods: { owners: partiesT },
  choices: faults.map((fault) =>
    faultyChoice(fault, {
      kind: "callInterface",
      interfaceId: qualified("Main:Doubted"),
      method: "owners",
      expr: variable("this"),
    }),
  ),
});
export const doubtfulTemplate = template("Doubtful", {
  signatories: doubtfulOwners,
  choices: faults.map((fault) => faultyChoice(fault, doubtfulOwners)),
  implements: [instance("Main:Doubted", record(viewT, {}), { owners: doubtfulOwners })],
});

const onDoubtful = (of: (id: Expr) => Expr): Expr =>
  caught(
    unitT,
    unit,
    block(
      [
        [
          "id",
          contractIdT(doubtfulT),
          create("Main:Doubtful", record(doubtfulT, { owner: alice })),
        ],
      ],
      of(variable("id")),
    ),
  );

const choiceRows: readonly UpdateRow[] = faults.flatMap((fault) => {
  const gives = fault === "Body" ? "ok" : "fails UNHANDLED_EXCEPTION/Main:Bad";
  return [
    {
      what: `${fault} of a template's choice throwing`,
      update: onDoubtful((id) => exercise("Main:Doubtful", fault, id, unit)),
      gives,
    },
    {
      what: `${fault} of an interface's choice throwing`,
      update: onDoubtful((id) =>
        update({
          kind: "exerciseInterface",
          interfaceId: qualified("Main:Doubted"),
          choice: fault,
          contractId: coerced(doubtfulT, dataT("Main:Doubted"), id),
          argument: unit,
          guard: undefined,
        }),
      ),
      gives,
    },
  ];
});

export const uncaughtGroups: readonly UpdateGroup[] = [
  { title: "are caught in the body of a choice, but not in its parties", rows: choiceRows },
  {
    title: "are caught in what a template says of a contract that is created",
    rows: templateFields.map((name) => ({
      what: `a create, ${name} throwing`,
      update: caught(
        unitT,
        unit,
        block(
          [
            [
              "id",
              contractIdT(dataT(broken(name))),
              create(broken(name), record(dataT(broken(name)), { owner: alice })),
            ],
          ],
          pure(unitT, unit),
        ),
      ),
      gives: "ok",
    })),
  },
  ...deeds.flatMap((deed): readonly UpdateGroup[] => [
    {
      title: `are not caught in what a template says of a contract of the ledger, for ${deed.title}`,
      rows: ofLedger(deed),
    },
    {
      title: `are not caught in what a template says of a local contract, for ${deed.title}`,
      rows: ofTransaction(deed),
    },
  ]),
];
