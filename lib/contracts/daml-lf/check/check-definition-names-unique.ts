import type { LfDataType, LfModule, LfPackage } from "../syntax/ast.ts";
import { createInvalidPackageError } from "./validation-error.ts";

/** A named definition in a module: a type, a part of a type, or a choice. */
interface NamedDefinition {
  readonly kind: "module" | "record" | "constructor" | "other";
  readonly module: string;
  /** The name, prefixed with the name of its type. */
  readonly name: string;
}

/**
 * Checks that the full names of a package (with module and type) are unique, ignoring case; otherwise
 * generated code could not distinguish them. As an exception, a variant constructor may have the name of
 * the record that holds its fields. Names of values are not checked, because no code is generated for
 * values. Raises DAR_VALIDATION_ERROR.
 */
export const checkDefinitionNamesUnique = ({ modules }: LfPackage): void => {
  const definitionsByName = new Map<string, NamedDefinition[]>();
  for (const module of modules.values()) {
    for (const named of listDefinitionNames(module)) {
      const full = fullName(named).toUpperCase();
      const others = definitionsByName.get(full) ?? [];
      for (const other of others) {
        if (!mayShareName(named, other) && !mayShareName(other, named)) {
          throw createInvalidPackageError(
            `${fullName(other)} and ${fullName(named)} have the same name`,
          );
        }
      }
      definitionsByName.set(full, [...others, named]);
    }
  }
};

const fullName = ({ module, name }: NamedDefinition): string =>
  name === "" ? module : `${module}.${name}`;

const mayShareName = (constructor: NamedDefinition, record: NamedDefinition): boolean =>
  constructor.kind === "constructor" &&
  record.kind === "record" &&
  constructor.module === record.module &&
  constructor.name === record.name;

const listDefinitionNames = (module: LfModule): readonly NamedDefinition[] => {
  const other = (name: string): NamedDefinition => ({ kind: "other", module: module.name, name });
  return [
    { kind: "module", module: module.name, name: "" },
    ...[...module.dataTypes.values()].flatMap((type) => listTypeNames(module.name, type)),
    ...[...module.synonyms.keys()].map(other),
    ...[...module.templates.values(), ...module.interfaces.values()].flatMap(({ name, choices }) =>
      [...choices.keys()].map((choice) => other(`${name}.${choice}`)),
    ),
  ];
};

const listTypeNames = (
  module: string,
  { name, constructors }: LfDataType,
): readonly NamedDefinition[] => {
  const own = (kind: NamedDefinition["kind"], part: string): NamedDefinition => ({
    kind,
    module,
    name: `${name}.${part}`,
  });
  switch (constructors.kind) {
    case "record":
      return [
        { kind: "record", module, name },
        ...constructors.fields.map((field) => own("other", field.name)),
      ];
    case "variant":
      return [
        { kind: "other", module, name },
        ...constructors.constructors.map((each) => own("constructor", each.name)),
      ];
    case "enum":
      return [
        { kind: "other", module, name },
        ...constructors.constructors.map((each) => own("other", each)),
      ];
    case "interface":
      return [{ kind: "other", module, name }];
  }
};
