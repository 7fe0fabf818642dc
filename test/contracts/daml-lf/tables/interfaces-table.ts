import type { Expr, LfType } from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import {
  party as partyValue,
  record as recordValue,
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
  variantType,
} from "../../../support/lf/definitions.ts";
import {
  apply,
  block,
  builtin,
  equalInt,
  field,
  ifThenElse,
  int,
  lambda,
  list,
  pure,
  record,
  some,
  subtract,
  throwing,
  tryCatch,
  typeApply,
  unit,
  update,
  value,
  variable,
  variant,
} from "../../../support/lf/expressions.ts";
import { given, playerPackage, Stage } from "../../../support/lf/stage.ts";
import { dataT, functionT, int64T, partyT, unitT, updateT } from "../../../support/lf/types.ts";
import type { UpdateGroup, UpdateRow, UpdateTable } from "./update-table.ts";

const countT = dataT("Main:Count");

/** Two interfaces with a number for a view, one nested as deep as it says. */
const facesPackage: AssembledPackage = assemblePackage({
  name: "faces",
  version: "1.0.0",
  modules: [
    module("Main", {
      dataTypes: [
        variantType("Count", { More: countT, Zero: unitT }),
        recordType("View", { count: countT }),
        recordType("Fault", {}),
        ...["Old", "New"].map(interfaceType),
      ],
      exceptions: {
        Fault: lambda([["e", dataT("Main:Fault")]], { kind: "text", value: "in the view" }),
      },
      values: [
        valueOf(
          "count",
          functionT([int64T], countT),
          lambda(
            [["n", int64T]],
            ifThenElse(
              equalInt(variable("n"), int(0)),
              variant(countT, "Zero", unit),
              variant(countT, "More", apply(value("Main:count"), subtract(variable("n"), int(1)))),
            ),
          ),
        ),
      ],
      interfaces: ["Old", "New"].map((name) =>
        interfaceOf(name, {
          view: dataT("Main:View"),
          choices: [
            choice("Touch", {
              controllers: {
                kind: "signatoryInterface",
                interfaceId: `self:Main:${name}`,
                expr: variable("this"),
              },
              body: pure(unitT, unit),
            }),
          ],
        }),
      ),
    }),
  ],
});

const ofFaces = (name: string): string => `${facesPackage.packageId}:Main:${name}`;
const viewT = dataT(ofFaces("View"));
const faultT = dataT(ofFaces("Fault"));

const counted = (number: number): Expr =>
  record(viewT, { count: apply(value(ofFaces("count")), int(number)) });
const faulty: Expr = throwing(viewT, faultT, record(faultT, {}));

/** A version of the package with a template whose views these are. */
const versionOf = (version: number, views: Readonly<Record<string, Expr>>): AssembledPackage =>
  assemblePackage({
    name: "bodies",
    version: `${version}.0.0`,
    modules: [
      module("Main", {
        dataTypes: [recordType("Body", { owner: partyT })],
        templates: [
          template("Body", {
            signatories: list(partyT, field(dataT("Main:Body"), "owner", variable("this"))),
            implements: Object.entries(views).map(([name, view]) => ({
              ...instance("Main:Old", view),
              interfaceId: ofFaces(name),
            })),
          }),
        ],
      }),
    ],
  });

const first = versionOf(1, { Old: counted(1) });
const second = versionOf(2, { Old: counted(2), New: counted(2) });
const tooDeep = versionOf(3, { Old: counted(150) });
const failing = versionOf(4, { Old: faulty });

const coerced = (to: LfType, id: Expr): Expr => apply(typeApply(builtin(42), unitT, to), id);
const onFace = (name: string) => ({
  interfaceId: ofFaces(name),
  contractId: coerced(dataT(ofFaces(name)), given(0)),
});

const touch = (name: string): Expr =>
  update({
    kind: "exerciseInterface",
    ...onFace(name),
    choice: "Touch",
    argument: unit,
    guard: undefined,
  });
const faceT = (name: string): LfType => dataT(ofFaces(name));
const fetched = (name: string, then: Expr = pure(unitT, unit)): Expr =>
  block([["face", faceT(name), update({ kind: "fetchInterface", ...onFace(name) })]], then);

/** How deep the view is, as text that the number of constructors tells. */
const viewed: Expr = fetched(
  "Old",
  pure(int64T, apply(value("Main:size"), field(viewT, "count", viewOf(variable("face"))))),
);

function viewOf(face: Expr): Expr {
  return { kind: "viewInterface", interfaceId: ofFaces("Old"), expr: face };
}

const sizeBody: Expr = lambda([["count", dataT(ofFaces("Count"))]], {
  kind: "case",
  scrutinee: variable("count"),
  alternatives: [
    {
      pattern: { kind: "variant", typeId: ofFaces("Count"), constructor: "More", binder: "less" },
      body: apply(builtin(7), int(1), apply(value("Main:size"), variable("less"))),
    },
    { pattern: { kind: "default" }, body: int(0) },
  ],
});

const versions = { first, second, tooDeep, failing };
type Version = keyof typeof versions;

const row = (
  what: string,
  { created, preferred }: { readonly created: Version; readonly preferred: Version },
  more: Pick<UpdateRow, "update" | "result" | "gives">,
): UpdateRow => ({
  what: `${what}, created by the ${created} version, as the ${preferred}`,
  prefers: [versions[preferred].packageId],
  contracts: (stage) => [
    stage.contract(`Body@${versions[created].packageId}`, recordValue([partyValue("alice")]), [
      "alice",
    ]),
  ],
  ...more,
});

const missing = "fails CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE";

const attempted = (body: Expr): Expr =>
  tryCatch(unitT, body, "e", some(updateT(unitT), pure(unitT, unit)));

const groups: readonly UpdateGroup[] = [
  {
    title: "are those of the preferred version of a template",
    rows: [
      row(
        "new interface",
        { created: "second", preferred: "first" },
        { update: touch("New"), gives: missing },
      ),
      row(
        "new interface",
        { created: "second", preferred: "second" },
        { update: touch("New"), gives: "ok" },
      ),
      row(
        "new interface",
        { created: "first", preferred: "second" },
        { update: touch("New"), gives: "ok" },
      ),
      row(
        "new interface",
        { created: "first", preferred: "first" },
        { update: touch("New"), gives: missing },
      ),
    ],
  },
  {
    title: "may have another view in another version",
    rows: [
      row(
        "fetch",
        { created: "first", preferred: "second" },
        { update: fetched("Old"), gives: "ok" },
      ),
      row(
        "exercise",
        { created: "first", preferred: "second" },
        { update: touch("Old"), gives: "ok" },
      ),
      ...(["first", "second"] as const).map((preferred, index) =>
        row(
          "view",
          { created: "first", preferred },
          { update: viewed, result: int64T, gives: String(index + 1) },
        ),
      ),
      row(
        "view, too deep",
        { created: "first", preferred: "tooDeep" },
        { update: viewed, result: int64T, gives: "fails VALUE_NESTING" },
      ),
    ],
  },
  {
    title: "are not viewed where nobody asks for the view",
    rows: [
      row(
        "fetch",
        { created: "first", preferred: "failing" },
        { update: attempted(fetched("Old")), gives: "ok" },
      ),
      row(
        "exercise",
        { created: "first", preferred: "failing" },
        { update: attempted(touch("Old")), gives: "ok" },
      ),
    ],
  },
];

export const interfacesTable: UpdateTable = {
  suite: "interpreter/…/speedy/SBuiltinInterfaceTest",
  about: "interfaces",
  stage: (parts) =>
    new Stage(
      playerPackage(parts, {
        languageVersion: "2.1",
        main: {
          values: [valueOf("size", functionT([dataT(ofFaces("Count"))], int64T), sizeBody)],
        },
      }),
      {
        dependencies: [facesPackage],
        besides: [first, second, tooDeep, failing],
      },
    ),
  groups,
  leftOut: [
    { cases: 3, what: "a template seen through an interface", why: "rows of the builtins, too" },
    {
      cases: 2,
      what: "a package that is loaded on demand",
      why: "a package of this engine is there before code that needs it runs",
    },
  ],
};
