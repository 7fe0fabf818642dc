import { type TypeId, typeId } from "../../base/identifiers/identifiers.ts";
import type { DataDefinition, Type } from "../../base/values/type.ts";
import type { PackageSignature } from "../../contracts/engine/package-signature.ts";
import type { ChoiceSignature } from "../../contracts/engine/package-signature.ts";
import type { Definitions } from "./definitions.ts";

/** Returns the ids of all definitions of the main packages, and of all definitions that these need. */
export const collectReachable = (
  mains: readonly PackageSignature[],
  definitions: Definitions,
): ReadonlySet<TypeId> => {
  const found = new Set(mains.flatMap(idsOf));
  // The set grows during the iteration.
  for (const id of found) {
    for (const needed of idsNeededBy(id, definitions)) {
      if (isDefined(needed, definitions)) found.add(needed);
    }
  }
  return found;
};

const idsOf = ({ packageId, templates, interfaces, dataTypes }: PackageSignature) =>
  [...templates.keys(), ...interfaces.keys(), ...dataTypes.keys()].map((name) =>
    typeId(packageId, name),
  );

const isDefined = (id: TypeId, definitions: Definitions): boolean =>
  definitions.data(id) !== undefined ||
  definitions.template(id) !== undefined ||
  definitions.interface(id) !== undefined;

const idsNeededBy = (id: TypeId, definitions: Definitions): readonly TypeId[] => {
  const data = definitions.data(id);
  const template = definitions.template(id);
  const contractInterface = definitions.interface(id);
  return [
    ...(data === undefined ? [] : partsOf(data).flatMap(referencedIds)),
    ...(template === undefined
      ? []
      : [
          ...referencedIds(template.payload),
          ...(template.key === undefined ? [] : referencedIds(template.key)),
          ...[...template.choices.values()].flatMap(idsInChoice),
          ...template.implements,
        ]),
    ...(contractInterface === undefined
      ? []
      : [
          ...referencedIds(contractInterface.view),
          ...[...contractInterface.choices.values()].flatMap(idsInChoice),
          ...contractInterface.requires,
        ]),
  ];
};

/** Returns the ids that a choice refers to. `Archive` is not generated, so it refers to none. */
const idsInChoice = ({ name, argument, result }: ChoiceSignature): readonly TypeId[] =>
  name === "Archive" ? [] : [...referencedIds(argument), ...referencedIds(result)];

const partsOf = (data: DataDefinition): readonly Type[] => {
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
export const referencedIds = (type: Type): readonly TypeId[] => {
  switch (type.kind) {
    case "named":
      return [type.id, ...type.arguments.flatMap(referencedIds)];
    case "contractId":
      return type.target?.kind === "named" ? [type.target.id] : [];
    case "optional":
    case "list":
    case "textMap":
      return referencedIds(type.element);
    case "genMap":
      return [...referencedIds(type.key), ...referencedIds(type.value)];
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
