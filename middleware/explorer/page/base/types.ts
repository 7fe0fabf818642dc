import type { DataDefinition, Type } from "../../../../lib/api.ts";
import type { ChoiceFacts, PackageWithDefinitions } from "../../package-with-definitions.ts";
import { requestExplorerData } from "./client.ts";
import { packageSummaries } from "./ledger.ts";
import { readQualifiedName, splitTypeName } from "./names.ts";

/** Cache by package id: packages never change. */
const packageFactsCache = new Map<string, Promise<PackageWithDefinitions>>();

export const loadPackageWithDefinitions = (packageId: string): Promise<PackageWithDefinitions> => {
  let answer = packageFactsCache.get(packageId);
  if (answer === undefined) {
    answer = requestExplorerData(
      `packages/${encodeURIComponent(packageId)}`,
    ) as Promise<PackageWithDefinitions>;
    packageFactsCache.set(packageId, answer);
    answer.catch(() => packageFactsCache.delete(packageId));
  }
  return answer;
};

/** Returns the definition of a data type in the loaded packages. */
export type DataDefinitionLookup = (id: string) => DataDefinition | undefined;

/** Loads a package and its dependencies. */
export const loadDataDefinitionLookup = async (
  packageId: string,
): Promise<DataDefinitionLookup> => {
  const loaded = new Map<string, PackageWithDefinitions>();
  const load = async (id: string): Promise<void> => {
    if (loaded.has(id)) return;
    const facts = await loadPackageWithDefinitions(id);
    loaded.set(id, facts);
    const named = new Set(Object.values(facts.dataTypes).flatMap(listReferredPackages));
    for (const choice of listChoices(facts)) {
      for (const type of [choice.argument, choice.result]) {
        for (const each of packagesInType(type)) named.add(each);
      }
    }
    await Promise.all([...named].map(load));
  };
  await load(packageId);
  return (id) => {
    const { dataTypes } = loaded.get(splitTypeName(id).packageId) ?? {};
    const name = readQualifiedName(id);
    return dataTypes !== undefined && Object.hasOwn(dataTypes, name) ? dataTypes[name] : undefined;
  };
};

const listChoices = ({ templates, interfaces }: PackageWithDefinitions): readonly ChoiceFacts[] => [
  ...Object.values(templates).flatMap(({ choices }) => choices),
  ...Object.values(interfaces).flatMap(({ choices }) => choices),
];

const listReferredPackages = (definition: DataDefinition): readonly string[] => {
  switch (definition.kind) {
    case "record":
      return definition.fields.flatMap(({ type }) => packagesInType(type));
    case "variant":
      return definition.constructors.flatMap(({ type }) => packagesInType(type));
    case "enum":
      return [];
  }
};

const packagesInType = (type: Type): readonly string[] => {
  switch (type.kind) {
    case "named":
      return [splitTypeName(type.id).packageId, ...type.arguments.flatMap(packagesInType)];
    case "optional":
    case "list":
    case "textMap":
      return packagesInType(type.element);
    case "genMap":
      return [...packagesInType(type.key), ...packagesInType(type.value)];
    case "unit":
    case "bool":
    case "int64":
    case "text":
    case "timestamp":
    case "date":
    case "party":
    case "numeric":
    case "contractId":
    case "variable":
      return [];
  }
};

/** Returns a type with arguments in place of its parameters. */
export const applyTypeArguments = (
  type: Type,
  parameters: readonly string[],
  given: readonly Type[],
): Type => {
  const apply = (inner: Type): Type => applyTypeArguments(inner, parameters, given);
  switch (type.kind) {
    case "variable":
      return given[parameters.indexOf(type.name)] ?? type;
    case "optional":
      return replaceOptionalElement(apply(type.element), type);
    case "list":
    case "textMap":
      return { ...type, element: apply(type.element) };
    case "genMap":
      return { ...type, key: apply(type.key), value: apply(type.value) };
    case "named":
      return { ...type, arguments: type.arguments.map(apply) };
    case "unit":
    case "bool":
    case "int64":
    case "text":
    case "timestamp":
    case "date":
    case "party":
    case "numeric":
    case "contractId":
      return type;
  }
};

type OptionalType = Extract<Type, { kind: "optional" }>;

/**
 * Returns an Optional with another element. Marks an Optional of a type parameter for which an Optional was
 * given: its JSON is not a list. The JSON of an Optional that is declared directly in another one is a list.
 */
const replaceOptionalElement = (element: Type, declared: OptionalType): OptionalType => ({
  ...declared,
  element,
  ...(declared.element.kind === "variable" && element.kind === "optional"
    ? { isOfParameter: true }
    : {}),
});

/**
 * Returns true if the Optional is encoded as a list, because it directly contains another Optional.
 */
export const isNestedOptional = ({ element, isOfParameter }: OptionalType): boolean =>
  element.kind === "optional" && isOfParameter !== true;

/** Returns the types of the components of a value by their JSON names, as far as they are known. */
export const createDamlFieldTypeLookup = (
  type: Type | undefined,
  definitions: DataDefinitionLookup | undefined,
  value: object,
): ((name: string) => Type | undefined) => {
  if (type?.kind === "list" || type?.kind === "textMap") return () => type.element;
  if (type?.kind !== "named") return findNoDefinition;
  const definition = definitions?.(type.id);
  if (definition?.kind === "record") {
    return (name) => {
      const field = definition.fields.find((each) => each.name === name);
      return field && applyTypeArguments(field.type, definition.parameters, type.arguments);
    };
  }
  if (definition?.kind !== "variant" || !("tag" in value)) return findNoDefinition;
  const chosen = definition.constructors.find((each) => each.name === value.tag);
  const within = chosen && applyTypeArguments(chosen.type, definition.parameters, type.arguments);
  return (name) => (name === "value" ? within : undefined);
};

const findNoDefinition = (): undefined => undefined;

/** Returns a type in Daml syntax. */
export const formatDamlType = (type: Type): string => {
  switch (type.kind) {
    case "numeric":
      return type.scale === 10 ? "Decimal" : `Numeric ${type.scale}`;
    case "contractId":
      return type.target === undefined ? "ContractId" : `ContractId ${formatDamlType(type.target)}`;
    case "optional":
      return `Optional ${formatInnerType(type.element)}`;
    case "list":
      return `[${formatDamlType(type.element)}]`;
    case "textMap":
      return `TextMap ${formatInnerType(type.element)}`;
    case "genMap":
      return `Map ${formatInnerType(type.key)} ${formatInnerType(type.value)}`;
    case "named":
      return [splitTypeName(type.id).entity, ...type.arguments.map(formatInnerType)].join(" ");
    case "variable":
      return type.name;
    case "int64":
      return "Int";
    case "timestamp":
      return "Time";
    case "unit":
    case "bool":
    case "text":
    case "date":
    case "party":
      return type.kind.slice(0, 1).toUpperCase() + type.kind.slice(1);
  }
};

const formatInnerType = (type: Type): string => {
  const text = formatDamlType(type);
  return text.includes(" ") && !text.startsWith("[") ? `(${text})` : text;
};

/** Returns the name of a template with its package name, so that every version matches. */
export const getPackageNameTypeReference = (typeId: string): string => {
  const { packageId } = splitTypeName(typeId);
  const known = packageSummaries.peek().find((each) => each.packageId === packageId);
  return known === undefined ? typeId : `#${known.name}:${readQualifiedName(typeId)}`;
};

export const formatPackageLabel = (packageId: string): string => {
  const known = packageSummaries.value.find((each) => each.packageId === packageId);
  return known === undefined ? "" : `${known.name} ${known.version}`;
};

/** A template with its package. */
export interface ListedTemplate {
  readonly id: string;
  readonly packageName: string;
  readonly version: string;
  readonly qualifiedName: string;
}

/** Returns the templates of all packages; of each package name, the newest version first. */
export const listKnownTemplates = (): readonly ListedTemplate[] =>
  packageSummaries.value.flatMap(({ packageId, name, version, templates }) =>
    templates.map((qualifiedName) => ({
      id: `${packageId}:${qualifiedName}`,
      packageName: name,
      version,
      qualifiedName,
    })),
  );
