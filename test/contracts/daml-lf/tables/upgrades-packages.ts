import type {
  DataType,
  Expr,
  LfModule,
  LfType,
} from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import { type AssembledPackage, assemblePackage } from "../../../support/lf/assemble.ts";
import {
  choice,
  enumType,
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
  caseOf,
  field,
  lambda,
  letIn,
  list,
  pure,
  record,
  text,
  unit,
  variable,
} from "../../../support/lf/expressions.ts";
import {
  contractIdT,
  dataT,
  functionT,
  int64T,
  optionalT,
  partyT,
  textT,
  unitT,
} from "../../../support/lf/types.ts";

/** One interface, with a choice that gives what a method gives. */
export const facePackage: AssembledPackage = assemblePackage({
  name: "upgraded-face",
  version: "1.0.0",
  modules: [
    module("Main", {
      dataTypes: [recordType("View", {}), interfaceType("Face")],
      interfaces: [
        interfaceOf("Face", {
          view: dataT("Main:View"),
          methods: { said: textT },
          choices: [
            choice("Say", {
              controllers: list(partyT, variable("arg")),
              argument: partyT,
              result: textT,
              body: pure(textT, {
                kind: "callInterface",
                interfaceId: "self:Main:Face",
                method: "said",
                expr: variable("this"),
              }),
            }),
          ],
        }),
      ],
    }),
  ],
});

export const faceId = `${facePackage.packageId}:Main:Face`;

const saying = (said: string) => ({
  ...instance("Main:Face", record(dataT(`${facePackage.packageId}:Main:View`), {}), {
    said: text(said),
  }),
  interfaceId: faceId,
});

interface VersionSource {
  readonly fields: Readonly<Record<string, LfType>>;
  /** The field that holds a second signatory, if any. */
  readonly second?: string;
  readonly said?: string;
  readonly withoutKey?: boolean;
  readonly withChoice?: boolean;
  readonly dataTypes?: readonly DataType[];
}

const thingT = dataT("Main:Thing");
const of = (name: string): Expr => field(thingT, name, variable("this"));
const owner = of("owner");

const withSecond = (second: Expr): Expr =>
  caseOf(
    second,
    {
      pattern: { kind: "some", binder: "second" },
      body: list(partyT, owner, variable("second")),
    },
    { pattern: { kind: "none" }, body: list(partyT, owner) },
  );

const ownersKey = {
  type: partyT,
  body: owner,
  maintainers: lambda([["key", partyT]], list(partyT, variable("key"))),
};

const mainModule = (source: VersionSource): LfModule => {
  const { fields, second, said, withoutKey = false, withChoice = false } = source;
  return module("Main", {
    dataTypes: [recordType("Thing", fields), ...(source.dataTypes ?? [])],
    templates: [
      template("Thing", {
        signatories: second === undefined ? list(partyT, owner) : withSecond(of(second)),
        ...("witness" in fields ? { observers: list(partyT, of("witness")) } : {}),
        choices: withChoice
          ? [choice("Nothing", { controllers: list(partyT, owner), body: pure(unitT, unit) })]
          : [],
        ...(withoutKey ? {} : { key: ownersKey }),
        implements: said === undefined ? [] : [saying(said)],
      }),
    ],
  });
};

/** A version, and a later one that is the same, which the stage does not know. */
export interface Version {
  readonly known: AssembledPackage;
  readonly unknown: AssembledPackage;
}

const versionOf = (name: string, version: string, source: VersionSource): Version => {
  const assembled = (exactVersion: string): AssembledPackage =>
    assemblePackage({
      name,
      version: exactVersion,
      languageVersion: source.withoutKey === true ? "2.1" : "2.3",
      modules: [mainModule(source)],
    });
  return { known: assembled(version), unknown: assembled(`${version}.1`) };
};

const base = { owner: partyT, witness: partyT, number: int64T };
const grown = { ...base, second: optionalT(partyT) };

const things = (version: number, source: VersionSource): Version =>
  versionOf("upgraded-things", `${version}.0.0`, source);

const owned = { owner: partyT, witness: partyT };
const taggedT = dataT("Main:Tagged");
const linkT = contractIdT(unitT);

export const versions = {
  /** Without an instance. */
  plain: things(1, { fields: base }),
  first: things(2, { fields: base, said: "first" }),
  /** With a choice. */
  second: things(3, { fields: base, said: "second", withChoice: true }),
  /** With another signatory, if there is one. */
  third: things(4, { fields: grown, second: "second", withChoice: true }),
  /** With another name for the number. */
  renamed: things(5, { fields: { ...owned, another: int64T } }),
  twoVariants: versionOf("upgraded-variants", "1.0.0", {
    fields: { ...owned, tagged: taggedT },
    withoutKey: true,
    dataTypes: [variantType("Tagged", { Number: int64T, Words: textT })],
  }),
  oneVariant: versionOf("upgraded-variants", "2.0.0", {
    fields: { ...owned, tagged: taggedT },
    withoutKey: true,
    dataTypes: [variantType("Tagged", { Words: textT })],
  }),
  twoMembers: versionOf("upgraded-members", "1.0.0", {
    fields: { ...owned, tagged: taggedT },
    withoutKey: true,
    dataTypes: [enumType("Tagged", "Black", "White")],
  }),
  oneMember: versionOf("upgraded-members", "2.0.0", {
    fields: { ...owned, tagged: taggedT },
    withoutKey: true,
    dataTypes: [enumType("Tagged", "White")],
  }),
  linked: versionOf("upgraded-links", "1.0.0", {
    fields: { owner: partyT, link: linkT },
    withoutKey: true,
    said: "first",
  }),
  linkedToo: versionOf("upgraded-links", "2.0.0", {
    fields: { owner: partyT, link: linkT, extra: optionalT(int64T) },
    withoutKey: true,
    said: "second",
  }),
};

export type VersionName = keyof typeof versions;

export const thingOf = (name: VersionName): string =>
  `${versions[name].known.packageId}:Main:Thing`;

/** Converts a value of the interface unsafely, to one version and then to another: `Main:convert`. */
export const unsafePackage: AssembledPackage = assemblePackage({
  name: "upgraded-unsafely",
  version: "1.0.0",
  modules: [
    module("Main", {
      values: [
        valueOf(
          "convert",
          functionT([contractIdT(dataT(faceId)), dataT(faceId)], unitT),
          lambda(
            [
              ["id", contractIdT(dataT(faceId))],
              ["face", dataT(faceId)],
            ],
            letIn(
              "one",
              dataT(thingOf("linked")),
              unsafely("linked"),
              letIn("other", dataT(thingOf("linkedToo")), unsafely("linkedToo"), unit),
            ),
          ),
        ),
      ],
    }),
  ],
});

function unsafely(version: VersionName): Expr {
  return {
    kind: "unsafeFromInterface",
    interfaceId: faceId,
    templateId: thingOf(version),
    contractId: variable("id"),
    expr: variable("face"),
  };
}
