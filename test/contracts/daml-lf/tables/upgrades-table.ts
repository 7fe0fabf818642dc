import type { Expr, LfType } from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import { splitTypeId, typeId } from "../../../../lib/ground/identifiers/identifiers.ts";
import type { Contract } from "../../../../lib/ground/model/contract.ts";
import {
  enumValue,
  int64,
  party,
  some as someValue,
  text as textValue,
  variant as variantValue,
} from "../../../../lib/ground/values/constructors.ts";
import type { Value } from "../../../../lib/ground/values/value.ts";
import {
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
  pure,
  record,
  text,
  typeApply,
  unit,
  update,
  value,
  variable,
} from "../../../support/lf/expressions.ts";
import { expr } from "../../../support/lf/notation.ts";
import { given, playerPackage, Stage } from "../../../support/lf/stage.ts";
import { pairT, tuplesPackage } from "../../../support/lf/tuples.ts";
import { contractIdT, dataT, int64T, partyT, textT, unitT } from "../../../support/lf/types.ts";
import type { UpdateRow, UpdateTable } from "./update-table.ts";
import {
  faceId,
  facePackage,
  thingOf,
  unsafePackage,
  type VersionName,
  versions,
} from "./upgrades-packages.ts";

const known = [
  facePackage,
  unsafePackage,
  tuplesPackage(),
  ...Object.values(versions).map((each) => each.known),
];
const unknown = Object.values(versions).map((each) => each.unknown);

/** A stage that knows the other packages, too: the contracts come from it. */
let workshop: Stage | undefined;
const workshopStage = (): Stage =>
  (workshop ??= new Stage(
    playerPackage(new Map(), { name: "workshop", languageVersion: "2.3", main: {} }),
    { dependencies: known, besides: unknown },
  ));

/** A contract as one version creates it; its package may be one that is not there any more. */
interface Created {
  readonly as: VersionName;
  readonly isUnknown: boolean;
  readonly argument: Value;
}

const created = ({ as, isUnknown, argument }: Created): Contract => {
  const { packageId } = isUnknown ? versions[as].unknown : versions[as].known;
  return workshopStage().contract(`Thing@${packageId}`, argument, ["alice", "bob"]);
};

/** Fields as they are: trailing ones stay. */
const fields = (...all: readonly Value[]): Value => ({ kind: "record", fields: all });
const owned = [party("alice"), party("bob")] as const;
const base = fields(...owned, int64(100n));

const typeOf = (version: VersionName): LfType => dataT(thingOf(version));
const idAs = (to: LfType, from: LfType, id: Expr): Expr =>
  apply(typeApply(builtin(42), from, to), id);

const done = pure(unitT, unit);
const fetchedAs = (version: VersionName, from: LfType, id: Expr): Expr =>
  fetch(thingOf(version), idAs(typeOf(version), from, id));
/** Fetches the contract that the ledger has, as each of the versions in turn. */
const fetches = (...all: readonly VersionName[]): Expr =>
  block(
    all.map(
      (version) =>
        [version, typeOf(version), fetchedAs(version, unitT, expr`${given(0)}`)] as const,
    ),
    done,
  );

const partyNamed = (name: string): Expr =>
  caseOf(
    call(28, text(name)),
    { pattern: { kind: "some", binder: "party" }, body: variable("party") },
    { pattern: { kind: "none" }, body: error(partyT, "a party") },
  );
const alice = partyNamed("alice");

type Facts = Pick<UpdateRow, "update" | "result" | "gives">;

const row = (what: string, facts: Facts, more: Partial<UpdateRow> = {}): UpdateRow => ({
  what,
  authority: ["alice", "bob"],
  ...facts,
  ...more,
});

/** About a contract of the ledger, whose package is known, and is not. */
const rows = (
  what: string,
  facts: Facts,
  contract: Omit<Created, "isUnknown">,
  changes: Partial<Contract> = {},
): readonly UpdateRow[] =>
  [false, true].map((isUnknown) => ({
    ...row(`${what}, of a package that is ${isUnknown ? "not known" : "known"}`, facts),
    contracts: () => [{ ...created({ ...contract, isUnknown }), ...changes }],
  }));

/** The contract of the ledger is of the very version that it is fetched as. */
const own = (
  what: string,
  version: VersionName,
  changes: Partial<Contract>,
  gives: string,
): UpdateRow =>
  row(
    what,
    { update: fetches(version), gives },
    {
      contracts: () => [
        { ...created({ as: version, isUnknown: false, argument: base }), ...changes },
      ],
    },
  );

const translationFailed = "fails INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED";
const validationFailed = "fails INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED";
const authenticationFailed = "fails INTERPRETATION_UPGRADE_ERROR_AUTHENTICATION_FAILED";
const wronglyTyped = "fails WRONGLY_TYPED_CONTRACT";

/** Whether the third version sees a second signatory. */
const second: Expr = block(
  [["thing", typeOf("third"), fetchedAs("third", unitT, expr`${given(0)}`)]],
  pure(
    textT,
    caseOf(
      field(typeOf("third"), "second", variable("thing")),
      { pattern: { kind: "none" }, body: text("none") },
      { pattern: { kind: "default" }, body: text("some") },
    ),
  ),
);

const numberAs = (version: VersionName): Expr =>
  block(
    [["thing", typeOf(version), fetchedAs(version, unitT, expr`${given(0)}`)]],
    pure(int64T, field(typeOf(version), "number", variable("thing"))),
  );

/** Under another name of its module. */
const ofModule = (name: string): Partial<Contract> => ({
  templateId: typeId(splitTypeId(thingOf("second")).packageId, `${name}:Thing`),
});

/** A step of a block whose result has a name. */
type Step = readonly [string, LfType, Expr];

const thingIdT = contractIdT(typeOf("first"));
const newThing = record(typeOf("first"), {
  owner: alice,
  witness: partyNamed("bob"),
  number: int(100),
});
const creates: Step = ["id", thingIdT, create(thingOf("first"), newThing)];
const local = variable("id");

const linkIdT = contractIdT(typeOf("linked"));
const linkTo = (target: Expr): Expr =>
  record(typeOf("linked"), { owner: alice, link: idAs(unitT, typeOf("first"), target) });
const createsLink: readonly Step[] = [
  creates,
  ["link", linkIdT, create(thingOf("linked"), linkTo(local))],
];
const link = variable("link");

const faceT = dataT(faceId);
const asFace = (from: LfType, id: Expr): Expr => idAs(faceT, from, id);
const toFace = (version: VersionName, payload: Expr): Expr => ({
  kind: "toInterface",
  interfaceId: faceId,
  templateId: thingOf(version),
  expr: payload,
});
const fromFace = (version: VersionName, face: Expr): Expr => ({
  kind: "fromInterface",
  interfaceId: faceId,
  templateId: thingOf(version),
  expr: face,
});
/** Whether there is something. */
const isThere = (of: Expr): Expr =>
  caseOf(
    of,
    { pattern: { kind: "none" }, body: text("none") },
    { pattern: { kind: "default" }, body: text("some") },
  );

const foundT = (version: VersionName): LfType =>
  pairT(contractIdT(typeOf(version)), typeOf(version));

const locally = (
  what: string,
  steps: readonly Step[],
  more: Partial<UpdateRow> = {},
  gives = "ok",
): UpdateRow => row(what, { update: block(steps, done), gives }, more);

const prefers = (version: VersionName) => ({ prefers: [versions[version].known.packageId] });

/** What the versions of a template make of the contracts of one another. */
export const upgradesTable: UpdateTable = {
  suite: "interpreter/…/speedy/UpgradeTest",
  about: "upgrades",
  stage: (parts) =>
    new Stage(playerPackage(parts, { languageVersion: "2.3", main: {} }), {
      dependencies: known,
    }),
  groups: [
    {
      title: "give contracts the fields that they lack, where these are Optional",
      rows: [
        ...rows(
          "an Optional",
          { update: second, result: textT, gives: '"none"' },
          { as: "second", argument: base },
        ),
        own("no Optional", "first", { argument: fields(party("alice")) }, translationFailed),
      ],
    },
    {
      title: "are of one template, by its name and that of its module",
      rows: [
        ...rows(
          "the same",
          { update: fetches("third"), gives: "ok" },
          { as: "second", argument: base },
        ),
        ...["Other", "Another"].flatMap((name) =>
          rows(
            `module ${name}`,
            { update: fetches("third"), gives: wronglyTyped },
            { as: "second", argument: base },
            ofModule(name),
          ),
        ),
      ],
    },
    {
      title: "are refused where the contract would not be the same",
      rows: [
        locally(
          "another name of a field",
          [
            ["id", contractIdT(typeOf("plain")), createPlain()],
            ["thing", typeOf("renamed"), fetchedAs("renamed", typeOf("plain"), local)],
          ],
          {},
          authenticationFailed,
        ),
        ...rows(
          "another name of the package",
          { update: fetches("first"), gives: validationFailed },
          { as: "plain", argument: base },
          { packageName: "wrong" },
        ),
      ],
    },
    {
      title: "work backwards, where there is nothing in the new fields",
      rows: [
        ...rows(
          "no field more",
          { update: numberAs("first"), result: int64T, gives: "100" },
          { as: "second", argument: base },
        ),
        own(
          "a Text",
          "first",
          { argument: fields(...owned, int64(100n), textValue("extra")) },
          translationFailed,
        ),
        ...rows(
          "something in an Optional",
          { update: fetches("second"), gives: translationFailed },
          { as: "third", argument: fields(...owned, int64(100n), someValue(party("bob"))) },
        ),
        ...rows(
          "an unknown constructor",
          { update: fetches("oneVariant"), gives: translationFailed },
          { as: "twoVariants", argument: fields(...owned, variantValue("Number", int64(42n))) },
        ),
        ...rows(
          "an unknown member",
          { update: fetches("oneMember"), gives: translationFailed },
          { as: "twoMembers", argument: fields(...owned, enumValue("Black")) },
        ),
      ],
    },
    {
      title: "of one contract may be used in one transaction, each with its checks",
      rows: [
        ...rows(
          "two versions",
          { update: fetches("second", "third"), gives: "ok" },
          { as: "first", argument: base },
        ),
        ...rows(
          "the same, with the metadata computed again",
          { update: fetches("second", "third"), gives: "ok" },
          { as: "first", argument: base },
        ),
      ],
    },
    {
      title: "are taken for contracts of this transaction, too",
      rows: [
        locally("fetched", [
          creates,
          ["thing", typeOf("second"), fetchedAs("second", typeOf("first"), local)],
        ]),
        locally("fetched, with a contract id in it", [
          ...createsLink,
          ["thing", typeOf("linkedToo"), fetchedAs("linkedToo", typeOf("linked"), link)],
        ]),
        locally(
          "fetched by interface, with a contract id in it",
          [
            ...createsLink,
            [
              "face",
              faceT,
              update({
                kind: "fetchInterface",
                interfaceId: faceId,
                contractId: asFace(typeOf("linked"), link),
              }),
            ],
          ],
          prefers("linkedToo"),
        ),
        locally("fetched by key", [
          creates,
          [
            "found",
            foundT("second"),
            apply(update({ kind: "fetchByKey", templateId: thingOf("second") }), alice),
          ],
        ]),
        locally("exercised", [
          creates,
          [
            "done",
            unitT,
            exercise(
              thingOf("second"),
              "Nothing",
              idAs(typeOf("second"), typeOf("first"), local),
              unit,
            ),
          ],
        ]),
        locally("exercised by key", [
          creates,
          [
            "done",
            unitT,
            update({
              kind: "exerciseByKey",
              templateId: thingOf("second"),
              choice: "Nothing",
              key: alice,
              argument: unit,
            }),
          ],
        ]),
        row(
          "exercised by interface",
          {
            update: block([creates], {
              kind: "update",
              update: {
                kind: "exerciseInterface",
                interfaceId: faceId,
                contractId: asFace(typeOf("first"), local),
                choice: "Say",
                argument: alice,
                guard: undefined,
              },
            }),
            result: textT,
            gives: '"second"',
          },
          prefers("second"),
        ),
      ],
    },
    {
      title: "are what a value of an interface is taken for",
      rows: [
        row(
          "of another version",
          {
            update: pure(textT, isThere(fromFace("second", toFace("first", newThing)))),
            result: textT,
            gives: '"some"',
          },
          prefers("second"),
        ),
        row(
          "of another version, with a contract id in it",
          {
            update: block(
              [creates],
              pure(textT, isThere(fromFace("linkedToo", toFace("linked", linkTo(local))))),
            ),
            result: textT,
            gives: '"some"',
          },
          prefers("linkedToo"),
        ),
        row(
          "of the very version only, where no other is an answer",
          {
            update: block(
              [...createsLink, ["thing", typeOf("linked"), fetch(thingOf("linked"), link)]],
              pure(
                unitT,
                apply(
                  value(`${unsafePackage.packageId}:Main:convert`),
                  asFace(typeOf("linked"), link),
                  toFace("linked", variable("thing")),
                ),
              ),
            ),
            gives: wronglyTyped,
          },
          prefers("linkedToo"),
        ),
      ],
    },
  ],
  leftOut: [
    {
      cases: 6,
      what: "contracts that end in empty fields",
      why: "values have no such fields here; a blob of a contract that has is refused",
    },
  ],
};

function createPlain(): Expr {
  return create(
    thingOf("plain"),
    record(typeOf("plain"), { owner: alice, witness: alice, number: int(42) }),
  );
}
