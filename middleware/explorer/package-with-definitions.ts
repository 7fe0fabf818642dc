import type { DataDefinition, Type } from "../../lib/api.ts";
import type { Package } from "../../lib/index.ts";
import type { InterfaceSignature, TemplateSignature } from "../../lib/internal.ts";

/** A package in a list. */
export interface PackageSummary {
  readonly packageId: string;
  readonly name: string;
  readonly version: string;
  /** `typescript`, or the Daml-LF version. */
  readonly language: string;
  /** Package ids. */
  readonly dependencies: readonly string[];
  /** Qualified names. */
  readonly templates: readonly string[];
  readonly interfaces: readonly string[];
}

export const createPackageSummary = (of: Package): PackageSummary => ({
  packageId: of.packageId,
  name: of.name,
  version: of.version,
  language: of.language,
  dependencies: of.dependencies,
  templates: [...of.templates.keys()],
  interfaces: [...of.interfaces.keys()],
});

/** Definitions for forms, by qualified name. */
export interface PackageWithDefinitions extends Omit<PackageSummary, "templates" | "interfaces"> {
  readonly templates: Readonly<Record<string, TemplateFacts>>;
  readonly interfaces: Readonly<Record<string, InterfaceFacts>>;
  readonly dataTypes: Readonly<Record<string, DataDefinition>>;
}

export const createPackageWithDefinitions = (of: Package): PackageWithDefinitions => ({
  ...createPackageSummary(of),
  templates: mapToObject(of.templates, templateFacts),
  interfaces: mapToObject(of.interfaces, interfaceFacts),
  dataTypes: mapToObject(of.dataTypes, (definition) => definition),
});

export interface TemplateFacts {
  readonly payload: Type;
  readonly key?: Type;
  readonly choices: readonly ChoiceFacts[];
  /** Ids of interfaces. */
  readonly implements: readonly string[];
}

const templateFacts = ({ payload, key, choices, implements: has }: TemplateSignature) => ({
  payload,
  ...(key === undefined ? {} : { key }),
  choices: [...choices.values()],
  implements: [...has],
});

export interface InterfaceFacts {
  readonly view: Type;
  readonly choices: readonly ChoiceFacts[];
  /** Ids of interfaces. */
  readonly requires: readonly string[];
}

const interfaceFacts = ({ view, choices, requires }: InterfaceSignature): InterfaceFacts => ({
  view,
  choices: [...choices.values()],
  requires: [...requires],
});

export interface ChoiceFacts {
  readonly name: string;
  readonly consuming: boolean;
  readonly argument: Type;
  readonly result: Type;
}

/** Converts a map to an object without a prototype, because its keys are arbitrary names. */
const mapToObject = <Of, To>(
  map: ReadonlyMap<string, Of>,
  to: (of: Of) => To,
): Record<string, To> => {
  const all = Object.create(null) as Record<string, To>;
  for (const [name, of] of map) all[name] = to(of);
  return all;
};
