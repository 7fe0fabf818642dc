import type { DataType, LfModule, LfPackage } from "../syntax/ast.ts";
import { invalidPackage } from "./validation-error.ts";

/** Something with a name, below a module: a type, a part of one, or a choice. */
interface Named {
  readonly kind: "module" | "record" | "constructor" | "other";
  readonly module: string;
  /** With the name of its type before it. */
  readonly name: string;
}

/**
 * Checks that no two names of a package are the same once they are written out in full, module and type
 * before them and case aside: generated code could not tell them apart. Only the constructor of a
 * variant may be named like a record of its module, which holds its fields. Values are not generated,
 * and not looked at. Raises DAR_VALIDATION_ERROR.
 */
export const checkNames = ({ modules }: LfPackage): void => {
  const taken = new Map<string, Named[]>();
  for (const module of modules.values()) {
    for (const named of namesIn(module)) {
      const full = fullName(named).toUpperCase();
      const others = taken.get(full) ?? [];
      for (const other of others) {
        if (!mayShare(named, other) && !mayShare(other, named)) {
          throw invalidPackage(`${fullName(other)} and ${fullName(named)} have the same name`);
        }
      }
      taken.set(full, [...others, named]);
    }
  }
};

const fullName = ({ module, name }: Named): string => (name === "" ? module : `${module}.${name}`);

const mayShare = (constructor: Named, record: Named): boolean =>
  constructor.kind === "constructor" &&
  record.kind === "record" &&
  constructor.module === record.module &&
  constructor.name === record.name;

const namesIn = (module: LfModule): readonly Named[] => {
  const other = (name: string): Named => ({ kind: "other", module: module.name, name });
  return [
    { kind: "module", module: module.name, name: "" },
    ...[...module.dataTypes.values()].flatMap((type) => namesOfType(module.name, type)),
    ...[...module.synonyms.keys()].map(other),
    ...[...module.templates.values(), ...module.interfaces.values()].flatMap(({ name, choices }) =>
      [...choices.keys()].map((choice) => other(`${name}.${choice}`)),
    ),
  ];
};

const namesOfType = (module: string, { name, constructors }: DataType): readonly Named[] => {
  const own = (kind: Named["kind"], part: string): Named => ({
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
