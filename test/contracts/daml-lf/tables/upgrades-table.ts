import { createTypeId, splitTypeId } from "../../../../lib/base/identifiers/identifiers.ts";
import {
  createEnumValue,
  createInt64Value,
  createPartyValue,
  createSomeValue as someValue,
  createTextValue as textValue,
  createVariantValue as variantValue,
} from "../../../../lib/base/values/constructors.ts";
import type { Contract, Value } from "../../../../lib/store.ts";
import { expr } from "../../../support/lf/notation.ts";
import { given, idAs, playerPackage, Stage } from "../../../support/lf/stage.ts";
import { tuple2, tuplesPackage } from "../../../support/lf/tuples.ts";
import { int64T, textT } from "../../../support/lf/types.ts";
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

/** A stage that also knows the packages that the rows do not know. It creates the contracts. */
let workshop: Stage | undefined;
const workshopStage = (): Stage =>
  (workshop ??= new Stage(
    playerPackage(new Map(), { name: "workshop", languageVersion: "2.3", main: {} }),
    { dependencies: known, besides: unknown },
  ));

/** A contract that one version has created. The stage of the row may not know the package of that version. */
interface Created {
  readonly as: VersionName;
  readonly isUnknown: boolean;
  readonly argument: Value;
}

const created = ({ as, isUnknown, argument }: Created): Contract => {
  const { packageId } = isUnknown ? versions[as].unknown : versions[as].known;
  return workshopStage().contract(`Thing@${packageId}`, argument, ["alice", "bob"]);
};

/** Returns a record with exactly these fields, including trailing None. */
const fields = (...all: readonly Value[]): Value => ({ kind: "record", fields: all });
const owned = [createPartyValue("alice"), createPartyValue("bob")] as const;
const base = fields(...owned, createInt64Value(100n));

const fetchedAs = (version: VersionName, id: string, from = "Unit"): string =>
  `fetch @${thingOf(version)} ${idAs(thingOf(version), id, from)}`;
/** Returns a step that fetches the ledger's contract as this version. */
const thing = (name: string, version: VersionName): string =>
  `${name}: ${thingOf(version)} <- ${fetchedAs(version, given(0))};`;
/** Returns steps that fetch the ledger's contract as each of the versions in sequence. */
const fetches = (...all: readonly VersionName[]) =>
  expr`do {${all.map((version) => thing(version, version)).join(" ")} pure @Unit ()}`;

const partyNamed = (name: string): string =>
  `(case TEXT_TO_PARTY "${name}" of {Some party -> party; None -> ERROR @Party "a party"})`;
const alice = partyNamed("alice");

type Facts = Pick<UpdateRow, "update" | "result" | "gives">;

const row = (what: string, facts: Facts, more: Partial<UpdateRow> = {}): UpdateRow => ({
  what,
  authority: ["alice", "bob"],
  ...facts,
  ...more,
});

/** Returns rows about a contract of the ledger whose package is known, and one whose package is unknown. */
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

/** Returns a row in which the contract is fetched as the version that created it. */
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

/** Expression that tests whether the third version has a second signatory. */
const second = expr`
  do {
    ${thing("thing", "third")}
    pure @Text (case ${thingOf("third")}.second thing of {None -> "none"; _ -> "some"})
  }
`;

const numberAs = (version: VersionName) => expr`
  do {${thing("thing", version)} pure @Int64 (${thingOf(version)}.number thing)}
`;

/** Returns changes of a contract: its template is in another module. */
const ofModule = (name: string): Partial<Contract> => ({
  templateId: createTypeId(splitTypeId(thingOf("second")).packageId, `${name}:Thing`),
});

const aThing = (version: "first" | "plain", witness: string, number: number): string =>
  `${thingOf(version)} {owner = ${alice}, witness = ${witness}, number = ${number}}`;

/** Steps that create a contract. */
const newThing = aThing("first", partyNamed("bob"), 100);
const creates = `id: ContractId ${thingOf("first")} <- create @${thingOf("first")} ${newThing};`;
const link = `${thingOf("linked")} {
  owner = ${alice},
  link = ${idAs("Unit", "id", thingOf("first"))}
}`;
const createsLink = `
  ${creates}
  link: ContractId ${thingOf("linked")} <- create @${thingOf("linked")} ${link};`;

/**
 * Returns code that tests whether a value of one version can be converted to another through the interface.
 */
const isThere = (version: VersionName, from: VersionName, payload: string): string => {
  const face = `(toInterface @${faceId} @${thingOf(from)} ${payload})`;
  return `
    pure @Text (case fromInterface @${faceId} @${thingOf(version)} ${face} of {
      None -> "none";
      _ -> "some"
    })`;
};

const locally = (
  what: string,
  steps: string,
  more: Partial<UpdateRow> = {},
  gives = "ok",
): UpdateRow => row(what, { update: expr`do {${steps} pure @Unit ()}`, gives }, more);

const prefers = (version: VersionName) => ({ prefers: [versions[version].known.packageId] });

/** Facts about how the versions of a template treat each other's contracts. */
export const upgradesTable: UpdateTable = {
  suite: "interpreter/…/speedy/UpgradeTest",
  about: "upgrades",
  stage: (parts) =>
    new Stage(playerPackage(parts, { languageVersion: "2.3", main: {} }), {
      dependencies: known,
    }),
  groups: [
    {
      title: "add missing fields to contracts if these are Optional",
      rows: [
        ...rows(
          "an Optional",
          { update: second, result: textT, gives: '"none"' },
          { as: "second", argument: base },
        ),
        own(
          "no Optional",
          "first",
          { argument: fields(createPartyValue("alice")) },
          translationFailed,
        ),
      ],
    },
    {
      title: "apply only to a template with the same name and module",
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
      title: "are refused if the contract would change",
      rows: [
        locally(
          "another name of a field",
          `
            id: ContractId ${thingOf("plain")} <- create @${thingOf("plain")} ${aThing("plain", alice, 42)};
            thing: ${thingOf("renamed")} <- ${fetchedAs("renamed", "id", thingOf("plain"))};
          `,
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
      title: "work backwards if the new fields are None",
      rows: [
        ...rows(
          "no additional field",
          { update: numberAs("first"), result: int64T, gives: "100" },
          { as: "second", argument: base },
        ),
        own(
          "a Text",
          "first",
          { argument: fields(...owned, createInt64Value(100n), textValue("extra")) },
          translationFailed,
        ),
        ...rows(
          "something in an Optional",
          { update: fetches("second"), gives: translationFailed },
          {
            as: "third",
            argument: fields(...owned, createInt64Value(100n), someValue(createPartyValue("bob"))),
          },
        ),
        ...rows(
          "an unknown constructor",
          { update: fetches("oneVariant"), gives: translationFailed },
          {
            as: "twoVariants",
            argument: fields(...owned, variantValue("Number", createInt64Value(42n))),
          },
        ),
        ...rows(
          "an unknown member",
          { update: fetches("oneMember"), gives: translationFailed },
          { as: "twoMembers", argument: fields(...owned, createEnumValue("Black")) },
        ),
      ],
    },
    {
      title:
        "of one contract to several versions may occur in one transaction, each with its checks",
      rows: [
        ...rows(
          "two versions",
          { update: fetches("second", "third"), gives: "ok" },
          { as: "first", argument: base },
        ),
      ],
    },
    {
      title: "also apply to contracts of the same transaction",
      rows: [
        locally(
          "fetched",
          `${creates} thing: ${thingOf("second")} <- ${fetchedAs("second", "id", thingOf("first"))};`,
        ),
        locally(
          "fetched, with a contract id in it",
          `
            ${createsLink}
            thing: ${thingOf("linkedToo")} <- ${fetchedAs("linkedToo", "link", thingOf("linked"))};
          `,
        ),
        locally(
          "fetched by interface, with a contract id in it",
          `
            ${createsLink}
            face: ${faceId} <- fetchInterface @${faceId} ${idAs(faceId, "link", thingOf("linked"))};
          `,
          prefers("linkedToo"),
        ),
        locally(
          "fetched by key",
          `
            ${creates}
            found: ${tuple2} (ContractId ${thingOf("second")}) ${thingOf("second")} <-
              fetchByKey @${thingOf("second")} ${alice};
          `,
        ),
        locally(
          "exercised",
          `
            ${creates}
            done: Unit <-
              exercise @${thingOf("second")} Nothing
                ${idAs(thingOf("second"), "id", thingOf("first"))}
                ();
          `,
        ),
        locally(
          "exercised by key",
          `${creates} done: Unit <- exerciseByKey @${thingOf("second")} Nothing ${alice} ();`,
        ),
        row(
          "exercised by interface",
          {
            update: expr`
              do {
                ${creates}
                exerciseInterface @${faceId} Say ${idAs(faceId, "id", thingOf("first"))} ${alice}
              }
            `,
            result: textT,
            gives: '"second"',
          },
          prefers("second"),
        ),
      ],
    },
    {
      title: "also apply to conversions from an interface to a template",
      rows: [
        row(
          "of another version",
          {
            update: expr`${isThere("second", "first", newThing)}`,
            result: textT,
            gives: '"some"',
          },
          prefers("second"),
        ),
        row(
          "of another version, with a contract id in it",
          {
            update: expr`do {${creates} ${isThere("linkedToo", "linked", link)}}`,
            result: textT,
            gives: '"some"',
          },
          prefers("linkedToo"),
        ),
        row(
          "unsafe ones, which accept only the version of the contract",
          {
            update: expr`
              do {
                ${createsLink}
                thing: ${thingOf("linked")} <- fetch @${thingOf("linked")} link;
                pure @Unit (${unsafePackage.packageId}:Main:convert
                  ${idAs(faceId, "link", thingOf("linked"))}
                  (toInterface @${faceId} @${thingOf("linked")} thing))
              }
            `,
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
      what: "contracts whose last fields are empty",
      why: "this engine never keeps trailing empty fields, and refuses the blob of a contract that has them",
    },
  ],
};
