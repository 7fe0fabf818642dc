import { createTypeId, type TypeId } from "../../base/identifiers/identifiers.ts";
import type { DataDefinition, Type } from "../../base/values/type.ts";
import type { PackageSignature } from "../../contracts/engine/package-signature.ts";
import type { ChoiceSignature } from "../../contracts/engine/package-signature.ts";
import type { TypeDefinitionLookup } from "./definitions.ts";

/** Returns the ids of all definitions of the main packages, and of all definitions that these need. */
export const collectReachableDefinitions = (
  mains: readonly PackageSignature[],
  definitions: TypeDefinitionLookup,
): ReadonlySet<TypeId> => {
  const found = new Set(mains.flatMap(listDefinitionIds));
  // The set grows during the iteration.
  for (const id of found) {
    for (const needed of findNeededIds(id, definitions)) {
      if (isDefined(needed, definitions)) found.add(needed);
    }
  }
  return found;
};

const listDefinitionIds = ({ packageId, templates, interfaces, dataTypes }: PackageSignature) =>
  [...templates.keys(), ...interfaces.keys(), ...dataTypes.keys()].map((name) =>
    createTypeId(packageId, name),
  );

const isDefined = (id: TypeId, definitions: TypeDefinitionLookup): boolean =>
  definitions.findDataType(id) !== undefined ||
  definitions.findTemplate(id) !== undefined ||
  definitions.findInterface(id) !== undefined;

const findNeededIds = (id: TypeId, definitions: TypeDefinitionLookup): readonly TypeId[] => {
  const data = definitions.findDataType(id);
  const template = definitions.findTemplate(id);
  const contractInterface = definitions.findInterface(id);
  return [
    ...(data === undefined ? [] : listComponentTypes(data).flatMap(findReferencedTypeIds)),
    ...(template === undefined
      ? []
      : [
          ...findReferencedTypeIds(template.payload),
          ...(template.key === undefined ? [] : findReferencedTypeIds(template.key)),
          ...[...template.choices.values()].flatMap(findChoiceTypeIds),
          ...template.implements,
        ]),
    ...(contractInterface === undefined
      ? []
      : [
          ...findReferencedTypeIds(contractInterface.view),
          ...[...contractInterface.choices.values()].flatMap(findChoiceTypeIds),
          ...contractInterface.requires,
        ]),
  ];
};

/** Returns the ids that a choice refers to. `Archive` is not generated, so it refers to none. */
const findChoiceTypeIds = ({ name, argument, result }: ChoiceSignature): readonly TypeId[] =>
  name === "Archive" ? [] : [...findReferencedTypeIds(argument), ...findReferencedTypeIds(result)];

const listComponentTypes = (data: DataDefinition): readonly Type[] => {
  switch (data.kind) {
    case "record":
      return data.fields.map(({ type }) => type);
    case "variant":
      return data.constructors.map(({ type }) => type);
    case "enum":
      return [];
  }
};

/** Returns the ids that a type refers to. */
export const findReferencedTypeIds = (type: Type): readonly TypeId[] => {
  switch (type.kind) {
    case "named":
      return [type.id, ...type.arguments.flatMap(findReferencedTypeIds)];
    case "contractId":
      return type.target?.kind === "named" ? [type.target.id] : [];
    case "optional":
    case "list":
    case "textMap":
      return findReferencedTypeIds(type.element);
    case "genMap":
      return [...findReferencedTypeIds(type.key), ...findReferencedTypeIds(type.value)];
    case "unit":
    case "bool":
    case "int64":
    case "text":
    case "timestamp":
    case "date":
    case "party":
    case "numeric":
    case "variable":
      return [];
  }
};
