import { type QualifiedName, splitTypeId } from "../../base/identifiers/identifiers.ts";
import type { Type } from "../../base/values/type.ts";
import type { Package } from "../engine/package.ts";

/**
 * The roles of data types that belong to another definition, such as "payload of a template", by
 * type name. A data type counts as a choice argument if its name is that of a choice.
 */
export type DataTypeRoles = ReadonlyMap<QualifiedName, string>;

/** Prefix of the role of a type that holds the fields of a constructor. */
export const constructorFieldsRolePrefix = "fields of ";

/** Returns the roles of the data types of a package, by name. Linear in the size of its signature. */
export const findDataTypeRoles = ({ packageId, templates, dataTypes }: Package): DataTypeRoles => {
  const roles = new Map<QualifiedName, string>();
  const add = (type: Type, role: string): void => {
    if (type.kind !== "named") return;
    const { packageId: owner, qualifiedName } = splitTypeId(type.id);
    if (owner === packageId) roles.set(qualifiedName, role);
  };
  for (const [name, definition] of dataTypes) {
    if (definition.kind !== "variant") continue;
    for (const { name: constructor, type } of definition.constructors) {
      const own = `${name}.${constructor}`;
      if (type.kind === "named" && splitTypeId(type.id).qualifiedName === own) {
        add(type, `${constructorFieldsRolePrefix}${own}`);
      }
    }
  }
  for (const [name, { payload, choices }] of templates) {
    for (const choice of choices.keys()) {
      // All templates share one argument type for Archive, and it usually belongs to another
      // package.
      if (choice === "Archive") continue;
      const argument = choiceArgumentName(name, choice);
      if (dataTypes.has(argument)) roles.set(argument, `argument of ${choice} of ${name}`);
    }
    add(payload, `payload of ${name}`);
  }
  return roles;
};

/** Returns the name of a choice argument, which replaces the last part of the template's name: `M:A.T` and `Go` → `M:A.Go`. */
const choiceArgumentName = (template: QualifiedName, choice: string): QualifiedName =>
  template.slice(0, Math.max(template.lastIndexOf("."), template.indexOf(":")) + 1) + choice;
