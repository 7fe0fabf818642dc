import {
  createPartyValue as partyValue,
  createRecordValue as recordValue,
} from "../../../../lib/base/values/constructors.ts";
import { type AssembledPackage, assemblePackage } from "../../../support/lf/assemble.ts";
import { definitions, expr, modules } from "../../../support/lf/notation.ts";
import { given, idAs, playerPackage, Stage } from "../../../support/lf/stage.ts";
import { int64T } from "../../../support/lf/types.ts";
import type { UpdateGroup, UpdateRow, UpdateTable } from "./update-table.ts";

const face = (name: string): string => `
  interface ${name} {
    view View;
    nonconsuming choice Touch by signatoryInterface @${name} this = pure @Unit ();
  }`;

/**
 * A package with the interfaces Old and New. Both have the same view type: a number n, encoded as n
 * nested constructors.
 */
const facesPackage: AssembledPackage = assemblePackage({
  name: "faces",
  version: "1.0.0",
  modules: modules`
    module Main {
      variant Count {More: Count, Zero: Unit}
      record View {count: Count}
      exception Fault {} message \(e: Fault) -> "in the view";
      val count: Int64 -> Count =
        \(n: Int64) ->
          if EQUAL @Int64 n 0 then Count::Zero ()
          else Count::More (Main:count (SUB_INT64 n 1));
      ${face("Old")}
      ${face("New")}
    }
  `,
});

const ofFaces = (name: string): string => `${facesPackage.packageId}:Main:${name}`;

const counted = (number: number): string =>
  `${ofFaces("View")} {count = ${ofFaces("count")} ${number}}`;
const faulty = `throw @${ofFaces("View")} @${ofFaces("Fault")} ${ofFaces("Fault")} {}`;

/** Returns a version of the package whose template has these views. */
const versionOf = (version: number, views: Readonly<Record<string, string>>): AssembledPackage => {
  const instances = Object.entries(views).map(
    ([name, view]) => `implements ${ofFaces(name)} {view ${view};}`,
  );
  return assemblePackage({
    name: "bodies",
    version: `${version}.0.0`,
    modules: modules`
      module Main {
        template Body with {owner: Party} {
          signatories [@Party this.owner];
          ${instances.join(" ")}
        }
      }
    `,
  });
};

const first = versionOf(1, { Old: counted(1) });
const second = versionOf(2, { Old: counted(2), New: counted(2) });
const tooDeep = versionOf(3, { Old: counted(150) });
const failing = versionOf(4, { Old: faulty });

const onFace = (name: string): string => idAs(ofFaces(name), given(0));
const touch = (name: string) => expr`exerciseInterface @${ofFaces(name)} Touch ${onFace(name)} ()`;
const fetched = expr`
  do {face: ${ofFaces("Old")} <- fetchInterface @${ofFaces("Old")} ${onFace("Old")}; pure @Unit ()}
`;

/** Update that returns the depth of a view: the number of its nested `More` constructors. */
const viewed = expr`
  do {
    face: ${ofFaces("Old")} <- fetchInterface @${ofFaces("Old")} ${onFace("Old")};
    pure @Int64 (Main:size (${ofFaces("View")}.count (viewInterface @${ofFaces("Old")} face)))
  }
`;

const main = definitions`
  val size: ${ofFaces("Count")} -> Int64 =
    \(count: ${ofFaces("Count")}) ->
      case count of {${ofFaces("Count")}::More less -> ADD_INT64 1 (Main:size less); _ -> 0};
`;

const versions = { first, second, tooDeep, failing };
type Version = keyof typeof versions;

const row = (
  what: string,
  { created, preferred }: { readonly created: Version; readonly preferred: Version },
  more: Pick<UpdateRow, "update" | "result" | "gives">,
): UpdateRow => ({
  what: `${what}, created by the ${created} version, ${preferred} version preferred`,
  prefers: [versions[preferred].packageId],
  contracts: (stage) => [
    stage.contract(`Body@${versions[created].packageId}`, recordValue([partyValue("alice")]), [
      "alice",
    ]),
  ],
  ...more,
});

const missing = "fails CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE";

const attempted = (body: typeof viewed) =>
  expr`try @Unit ${body} catch e -> Some @(Update Unit) (pure @Unit ())`;

const groups: readonly UpdateGroup[] = [
  {
    title: "of a template are those of its preferred version",
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
    title: "may have another view in another version of a template",
    rows: [
      row("fetch", { created: "first", preferred: "second" }, { update: fetched, gives: "ok" }),
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
    title: "compute no view if it is not requested",
    rows: [
      row(
        "fetch",
        { created: "first", preferred: "failing" },
        { update: attempted(fetched), gives: "ok" },
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
        main,
      }),
      {
        dependencies: [facesPackage],
        besides: [first, second, tooDeep, failing],
      },
    ),
  groups,
  leftOut: [
    {
      cases: 3,
      what: "the view of a template through an interface",
      why: "the rows of the topic builtins include them",
    },
    {
      cases: 2,
      what: "a package that the engine requests when code refers to it",
      why: "this engine has all packages before it runs code that refers to them",
    },
  ],
};
