import { type QualifiedName, splitTypeId } from "../../base/identifiers/identifiers.ts";
import type { Type } from "../../base/values/type.ts";
import type { Package } from "../engine/package.ts";

/**
 * What data types are there for, if not for themselves. The argument of a choice is known by its name, not by
 * what the choice takes.
 */
export type Roles = ReadonlyMap<QualifiedName, string>;

/** The role of what holds the fields of a constructor begins so. */
export const constructorRole = "fields of ";

/** The roles of the data types of a package, by their names. Linear in its signature. */
export const rolesOf = ({ packageId, templates, dataTypes }: Package): Roles => {
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
        add(type, `${constructorRole}${own}`);
      }
    }
  }
  for (const [name, { payload, choices }] of templates) {
    for (const choice of choices.keys()) {
      // Its argument is that of every template, and in Daml's own packages one of another package.
      if (choice === "Archive") continue;
      const argument = besides(name, choice);
      if (dataTypes.has(argument)) roles.set(argument, `argument of ${choice} of ${name}`);
    }
    add(payload, `payload of ${name}`);
  }
  return roles;
};

/** `M:A.T` and `Go` → `M:A.Go` */
const besides = (template: QualifiedName, choice: string): QualifiedName =>
  template.slice(0, Math.max(template.lastIndexOf("."), template.indexOf(":")) + 1) + choice;
