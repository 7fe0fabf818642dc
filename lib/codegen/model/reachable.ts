import { type TypeId, typeId } from "../../base/identifiers/identifiers.ts";
import type { DataDefinition, Type } from "../../base/values/type.ts";
import type { PackageSignature } from "../../contracts/engine/package-signature.ts";
import type { ChoiceSignature } from "../../contracts/engine/package-signature.ts";
import type { Definitions } from "./definitions.ts";

/** Returns the ids of all definitions of the main packages, and of all definitions that these depend on. */
export const reachableFrom = (
  mains: readonly PackageSignature[],
  definitions: Definitions,
): ReadonlySet<TypeId> => {
  const found = new Set(mains.flatMap(idsOf));
  // The set grows during the iteration.
  for (const id of found) {
    for (const needed of neededBy(id, definitions)) {
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

const neededBy = (id: TypeId, definitions: Definitions): readonly TypeId[] => {
  const data = definitions.data(id);
  const template = definitions.template(id);
  const contractInterface = definitions.interface(id);
  return [
    ...(data === undefined ? [] : partsOf(data).flatMap(namedIn)),
    ...(template === undefined
      ? []
      : [
          ...namedIn(template.payload),
          ...(template.key === undefined ? [] : namedIn(template.key)),
          ...[...template.choices.values()].flatMap(namedInChoice),
          ...template.implements,
        ]),
    ...(contractInterface === undefined
      ? []
      : [
          ...namedIn(contractInterface.view),
          ...[...contractInterface.choices.values()].flatMap(namedInChoice),
          ...contractInterface.requires,
        ]),
  ];
};

/** Returns the types in a choice. `Archive` is built in and not generated. */
const namedInChoice = ({ name, argument, result }: ChoiceSignature): readonly TypeId[] =>
  name === "Archive" ? [] : [...namedIn(argument), ...namedIn(result)];

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
export const namedIn = (type: Type): readonly TypeId[] => {
  switch (type.kind) {
    case "named":
      return [type.id, ...type.arguments.flatMap(namedIn)];
    case "contractId":
      return type.target?.kind === "named" ? [type.target.id] : [];
    case "optional":
    case "list":
    case "textMap":
      return namedIn(type.element);
    case "genMap":
      return [...namedIn(type.key), ...namedIn(type.value)];
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
