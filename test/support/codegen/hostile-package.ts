import type { DataDefinition, Field, Type } from "../../../lib/api.ts";
import type { Package } from "../../../lib/index.ts";
import { packageOf } from "./plain-packages.ts";

const text: Type = { kind: "text" };
const unit: Type = { kind: "unit" };
const variable = (name: string): Type => ({ kind: "variable", name });
const optional = (element: Type): Type => ({ kind: "optional", element });
const list = (element: Type): Type => ({ kind: "list", element });
const record = (fields: Readonly<Record<string, Type>>, parameters: readonly string[] = []) => ({
  kind: "record" as const,
  parameters,
  fields: fieldsOf(fields),
});
const variant = (fields: Readonly<Record<string, Type>>, parameters: readonly string[] = []) => ({
  kind: "variant" as const,
  parameters,
  constructors: fieldsOf(fields),
});
const fieldsOf = (fields: Readonly<Record<string, Type>>): readonly Field[] =>
  Object.entries(fields).map(([name, type]) => ({ name, type }));

const named = (name: string, ...typeArguments: readonly Type[]): Type => ({
  kind: "named",
  id: `hostile:${name}`,
  arguments: typeArguments,
});

/** Names that Daml-LF allows, and that may confuse TypeScript, a file system or a reader. */
const dataTypes: Readonly<Record<string, DataDefinition>> = {
  // Names of globals, and names in generated files.
  "Globals:Map": record({ string: text, Array: list(text) }),
  "Globals:Record": record({ of: named("Globals:Map") }),
  "Globals:Array": variant({ Map: named("Globals:Map"), String: unit }),
  "Globals:Party": record({ party: { kind: "party" } }),
  "Globals:ContractId": record({ id: { kind: "contractId" } }),
  "Globals:Template": record({ optional: optional(text) }),
  "Globals:Optional": record({ deep: optional(optional(optional(text))) }, []),
  "Globals:home": record({}),
  "Globals:types": record({}),
  // Reserved words of TypeScript.
  "Words:string": record({ class: text, new: text, default: text, constructor: text }),
  "Words:class": { kind: "enum", constructors: ["delete", "__proto__", "toString"] },
  // Names that equal the replacement of a reserved word.
  "Words:class_": record({ other: named("Words:class"), it: named("class:default") }),
  "Words:class__": record({ import: named("default.await:import"), of: named("Words:class_") }),
  "class:default": record({ x: text }),
  "default.await:import": record({ x: named("class:default") }),
  "Words:any": variant({ any: unit, never: named("Words:string") }),
  "Words:Proto": record({ ["__proto__"]: text, hasOwnProperty: text }),
  // Type parameters with the name of a type, and unused ones; a type with a parameter but no values.
  "Parameters:Box": record({ value: variable("string") }, ["string", "unused"]),
  "Parameters:Shadow": record(
    { one: variable("Box"), other: named("Parameters:Box", variable("any"), variable("Box")) },
    ["Box", "any", "_Box"],
  ),
  "Parameters:list": record({ text: list(variable("list")) }, ["list"]),
  "Parameters:Phantom": variant({}, ["a"]),
  "Parameters:Id": record({ id: { kind: "contractId", target: variable("t") } }, ["t"]),
  // Types with the same name in several modules, and with names that differ only in case.
  "One:Clash": record({ other: named("Two:Clash"), third: named("three:Clash") }),
  "Two:Clash": record({ one: optional(named("One:Clash")) }),
  "three:Clash": record({ x: text }),
  "Three:Clash": record({ x: text }),
  "Con:Clash": record({ x: text }),
  "con:Clash": record({ x: text }),
  "Aux.Lpt1:Clash": record({ x: text }),
  "Nul:Clash": record({ x: text }),
  "index:Clash": record({ x: text }),
  "Package:Clash": record({ x: text }),
  "A.B:Clash": record({ x: text }),
  "A_B:Clash": record({ x: text }),
  // Types that refer to themselves or each other.
  "Recursive:Even": variant({ Zero: unit, Next: named("Recursive:Odd") }),
  "Recursive:Odd": record({ even: named("Recursive:Even") }),
  "Recursive:Nest": variant({ End: unit, Deeper: named("Recursive:Nest", list(variable("a"))) }, [
    "a",
  ]),
  // Names with primes and dots.
  "Names:Foo$u0027": record({ bar$u0027: text }),
  "Names:Expr": variant({ Add: named("Names:Expr.Add", variable("a")), $u0027: variable("a") }, [
    "a",
  ]),
  "Names:Expr.Add": record({ left: named("Names:Expr", variable("a")) }, ["a"]),
  "Names:Expr.Add.Deep": record({ x: text }),
  "Names:Alone.Deep": record({ x: text }),
  "Names:Owner": record({ x: text }),
  "Names:Owner.Id": record({ x: text }),
  "Names:Owner.Constant": record({ x: text }),
  "Names:Owner__Id": record({ id: { kind: "contractId", target: named("Names:Owner") } }),
  "Names:Owner__Id_": record({ id: named("Names:Owner.Id") }),
  "Names:Gone": record({ gone: named("Names:NotThere") }),
  "Names:Long": variant({
    AConstructorWithAVeryLongName: named("Names:ATypeWithAVeryLongNameThatGoesOnAndOn"),
    Other: unit,
  }),
  "Names:ATypeWithAVeryLongNameThatGoesOnAndOn": { kind: "enum", constructors: ["OnlyOne"] },
};

export const hostilePackage: Package = packageOf({
  packageId: "hostile",
  name: "hostile.package-",
  dataTypes,
  templates: {
    "Names:Owner": {
      payload: named("Names:Owner"),
      key: list(text),
      implements: ["hostile:Names:Seen"],
      choices: {
        create: [unit, unit],
        from: [named("Words:string"), named("Words:class")],
        ["toString" as string]: [named("Names:Owner.Id"), unit],
        __proto__x: [unit, optional(optional(unit))],
        Archive: [unit, unit],
      },
    },
    "Globals:Party": { payload: named("Globals:Party"), choices: {} },
  },
  interfaces: {
    "Names:Seen": {
      view: named("Globals:home"),
      requires: [],
      choices: { viewOf: [unit, unit], template: [unit, unit] },
    },
  },
});
