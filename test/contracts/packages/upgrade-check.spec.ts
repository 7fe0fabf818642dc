import { expect } from "chai";

import type { DataDefinition, Field, TemplateSignature, Type } from "../../../lib/api.ts";
import { PackageRegistry } from "../../../lib/contracts/packages/registry.ts";
import { findUpgradeProblem } from "../../../lib/contracts/packages/upgrade-check.ts";
import { isUtilityPackage } from "../../../lib/contracts/packages/utility-package.ts";
import type { Package } from "../../../lib/index.ts";
import { plainPackage } from "../../support/plain-package.ts";

const text: Type = { kind: "text" };
const party: Type = { kind: "party" };
const optional = (element: Type): Type => ({ kind: "optional", element });
const named = (id: string, ...args: Type[]): Type => ({ kind: "named", id, arguments: args });
const variable = (name: string): Type => ({ kind: "variable", name });

const fields = (types: Readonly<Record<string, Type>>): readonly Field[] =>
  Object.entries(types).map(([name, type]) => ({ name, type }));

const record = (
  types: Readonly<Record<string, Type>>,
  ...parameters: string[]
): DataDefinition => ({
  kind: "record",
  parameters,
  fields: fields(types),
});
const variant = (types: Readonly<Record<string, Type>>): DataDefinition => ({
  kind: "variant",
  parameters: [],
  constructors: fields(types),
});
const enumeration = (...constructors: string[]): DataDefinition => ({ kind: "enum", constructors });

interface Content {
  readonly data?: Readonly<Record<string, DataDefinition>>;
  readonly templates?: (
    id: (name: string) => string,
  ) => Readonly<Record<string, Partial<TemplateSignature>>>;
  readonly language?: string;
  readonly exceptions?: readonly string[];
  readonly modules?: readonly string[];
}

/** Returns a version of the package `lineage` with this content. */
const lineage = (version: string, content: Content): Package => {
  const { packageId } = plainPackage("lineage", version);
  const id = (name: string): string => `${packageId}:${name}`;
  const templates = Object.entries(content.templates?.(id) ?? {}).map(
    ([name, template]): [string, TemplateSignature] => [
      name,
      {
        id: id(name),
        payload: named(id(name)),
        choices: new Map(),
        implements: new Set(),
        ...template,
      },
    ],
  );
  return {
    ...plainPackage("lineage", version, {
      dataTypes: new Map(Object.entries(content.data ?? {})),
      templates: new Map(templates),
    }),
    language: content.language ?? "typescript",
    ...(content.exceptions && { exceptions: new Set(content.exceptions) }),
    ...(content.modules && { modules: new Set(content.modules) }),
  };
};

const library = ["1.0.0", "1.1.0"].map((version) => plainPackage("library", version));
const [oldLibrary = "", newLibrary = ""] = library.map(({ packageId }) => packageId);
const registry = PackageRegistry.of(library);

const problemOf = (previous: Content, next: Content): string | undefined =>
  findUpgradeProblem(lineage("1.0.0", previous), lineage("2.0.0", next), registry);

const dataProblem = (previous: DataDefinition, next: DataDefinition): string | undefined =>
  problemOf({ data: { "M:T": previous } }, { data: { "M:T": next } });

const template = (rest: Partial<TemplateSignature> = {}): Content => ({
  templates: () => ({ "M:T": rest }),
});
const idOf = (target: string): Type => ({ kind: "contractId", target: named(target) });
const failure = (type: Type) => ({ "M:E": record({ text: type }) });
const choice = (result: Type, argument: Type = { kind: "unit" }): Content =>
  template({ choices: new Map([["Go", { name: "Go", consuming: true, argument, result }]]) });

describe("findUpgradeProblem", () => {
  const accepted: readonly (readonly [string, Content, Content])[] = [
    ["an equal package", template(), template()],
    ["a new template", {}, template()],
    ["a new choice", template(), choice(text)],
    ["a new interface instance", template(), template({ implements: new Set(["i:M:I"]) })],
    ["a new data type", {}, { data: { "M:T": record({}) } }],
    [
      "a new optional field at the end",
      { data: { "M:T": record({ a: text }) } },
      { data: { "M:T": record({ a: text, b: optional(text) }) } },
    ],
    [
      "a new constructor at the end",
      { data: { "M:T": variant({ A: text }) } },
      { data: { "M:T": variant({ A: text, B: party }) } },
    ],
    [
      "a new enum constructor at the end",
      { data: { "M:T": enumeration("A") } },
      { data: { "M:T": enumeration("A", "B") } },
    ],
    [
      "a renamed type parameter",
      { data: { "M:T": record({ a: variable("x") }, "x") } },
      { data: { "M:T": record({ a: variable("y") }, "y") } },
    ],
    [
      "a type of a newer version of a library",
      choice(named(`${oldLibrary}:L:T`)),
      choice(named(`${newLibrary}:L:T`)),
    ],
    ["a newer language", { language: "2.1" }, { language: "2.2" }],
    ["a new module", { modules: ["M"] }, { modules: ["M", "N"] }],
    ["an exception that is gone", { data: failure(text), exceptions: ["M:E"] }, {}],
    [
      "an exception that has changed",
      { data: failure(text), exceptions: ["M:E"] },
      { data: failure(party), exceptions: ["M:E"] },
    ],
    [
      "a contract id of a template of a newer version",
      choice(idOf(`${oldLibrary}:L:T`)),
      choice(idOf(`${newLibrary}:L:T`)),
    ],
    [
      "a contract id that does not say of what",
      choice({ kind: "contractId" }),
      choice(idOf("a:M:T")),
    ],
  ];
  for (const [what, previous, next] of accepted) {
    it(`accepts ${what}`, () => {
      expect(problemOf(previous, next)).to.equal(undefined);
    });
  }

  it("treats the references of each version to its own types as equal", () => {
    const withSelf = (version: string): Package =>
      lineage(version, {
        data: {
          "M:T": record({ a: named(`${plainPackage("lineage", version).packageId}:M:U`) }),
          "M:U": enumeration("A"),
        },
      });
    expect(findUpgradeProblem(withSelf("1.0.0"), withSelf("2.0.0"), registry)).to.equal(undefined);
    expect(findUpgradeProblem(withSelf("2.0.0"), withSelf("1.0.0"), registry)).to.include(
      "RecordFieldsExistingChanged",
    );
  });

  const refused: readonly (readonly [string, Content, Content])[] = [
    ["MissingTemplate", template(), {}],
    ["MissingChoice", choice(text), template()],
    [
      "MissingImplementation",
      template({ implements: new Set(["i:M:I"]) }),
      template({ implements: new Set(["i:M:J"]) }),
    ],
    [
      "MissingImplementation",
      template({ implements: new Set([`${oldLibrary}:L:I`]) }),
      template({ implements: new Set([`${newLibrary}:L:I`]) }),
    ],
    ["MissingModule", { modules: ["M", "N"] }, { modules: ["M"] }],
    ["MissingDataCon", { data: failure(text) }, { data: failure(text), exceptions: ["M:E"] }],
    [
      "ChoiceChangedReturnType",
      choice(idOf(`${newLibrary}:L:T`)),
      choice(idOf(`${oldLibrary}:L:T`)),
    ],
    ["ChoiceChangedReturnType", choice(idOf("a:M:T")), choice(idOf("a:M:U"))],
    ["TemplateAddedKey", template(), template({ key: text })],
    ["TemplateRemovedKey", template({ key: text }), template()],
    ["TemplateChangedKeyType", template({ key: text }), template({ key: party })],
    ["ChoiceChangedReturnType", choice(text), choice(party)],
    [
      "ChoiceChangedReturnType",
      choice(named(`${newLibrary}:L:T`)),
      choice(named(`${oldLibrary}:L:T`)),
    ],
    [
      "ChoiceChangedReturnType",
      choice(named(`${oldLibrary}:L:T`)),
      choice(named(`${newLibrary}:L:U`)),
    ],
    ["ChoiceChangedReturnType", choice(optional(text)), choice(text)],
    [
      "ChoiceChangedReturnType",
      choice({ kind: "numeric", scale: 10 }),
      choice({ kind: "numeric", scale: 2 }),
    ],
    [
      "ChoiceChangedReturnType",
      choice({ kind: "genMap", key: text, value: text }),
      choice({ kind: "genMap", key: party, value: text }),
    ],
    ["RecordFieldsExistingChanged", choice(text, text), choice(text, party)],
    ["MissingDataCon", { data: { "M:T": record({}) } }, {}],
    ["DecreasingLfVersion", { language: "2.2" }, { language: "2.1" }],
    ["typescript", { language: "2.1" }, { language: "typescript" }],
  ];
  for (const [rule, previous, next] of refused) {
    it(`refuses a violation of ${rule}`, () => {
      expect(problemOf(previous, next)).to.include(rule);
    });
  }

  const refusedData: readonly (readonly [string, DataDefinition, DataDefinition])[] = [
    ["MismatchDataConsVariety", record({}), variant({})],
    ["DifferentParamsCount", record({}, "a"), record({}, "a", "b")],
    ["RecordFieldsMissing", record({ a: text, b: text }), record({ a: text })],
    ["RecordFieldsOrderChanged", record({ a: text, b: text }), record({ b: text, a: text })],
    ["RecordFieldsOrderChanged", record({ a: text }), record({ b: optional(text), a: text })],
    ["RecordFieldsExistingChanged", record({ a: text }), record({ a: optional(text) })],
    [
      "RecordFieldsExistingChanged",
      record({ a: variable("x") }, "x", "y"),
      record({ a: variable("y") }, "x", "y"),
    ],
    ["RecordFieldsNewNonOptional", record({}), record({ a: text })],
    ["VariantRemovedVariant", variant({ A: text, B: text }), variant({ A: text })],
    ["VariantVariantsOrderChanged", variant({ A: text, B: text }), variant({ B: text, A: text })],
    ["VariantChangedVariantType", variant({ A: text }), variant({ A: party })],
    ["EnumRemovedVariant", enumeration("A", "B"), enumeration("A")],
    ["EnumVariantsOrderChanged", enumeration("A", "B"), enumeration("B", "A")],
  ];
  for (const [rule, previous, next] of refusedData) {
    it(`refuses a violation of ${rule} in a data type`, () => {
      expect(dataProblem(previous, next)).to.include(rule);
    });
  }

  it("distinguishes the record of a constructor from other records", () => {
    const withFields = (version: string, types: Readonly<Record<string, Type>>): Package => {
      const { packageId } = plainPackage("lineage", version);
      const constructors = variant({ A: named(`${packageId}:M:T.A`) });
      return lineage(version, { data: { "M:T": constructors, "M:T.A": record(types) } });
    };
    const next = withFields("2.0.0", { a: text });
    expect(findUpgradeProblem(withFields("1.0.0", {}), next, registry)).to.include(
      "VariantAddedVariantField",
    );
  });

  it("allows another data type as a choice argument, unless the type has the name of the choice's argument record", () => {
    const data = { "M:A": record({ a: text }), "M:B": record({ a: text }) };
    const taking = (id: string) => ({ data, ...choice(text, named(id)) });
    const id = (name: string) => `${plainPackage("lineage").packageId}:${name}`;
    expect(problemOf(taking(id("M:A")), taking(id("M:B")))).to.equal(undefined);
    const go = { data: { "M:Go": record({}) } };
    expect(problemOf({ ...go, ...template() }, { ...go, ...choice(text) })).to.include(
      "RecordChangedOrigin",
    );
  });

  it("refuses a record that becomes the payload of a template", () => {
    const data = { "M:T": record({}) };
    expect(problemOf({ data }, { data, ...template() })).to.include("RecordChangedOrigin");
  });
});

describe("isUtilityPackage", () => {
  it("returns true for packages without serializable definitions", () => {
    expect(isUtilityPackage(lineage("1.0.0", {}))).to.equal(true);
    expect(isUtilityPackage(lineage("1.0.0", template()))).to.equal(false);
    const storing = lineage("1.0.0", { data: { "M:T": record({}) } });
    expect(isUtilityPackage(storing)).to.equal(false);
    expect(isUtilityPackage({ ...storing, isUtility: true })).to.equal(true);
  });
});
