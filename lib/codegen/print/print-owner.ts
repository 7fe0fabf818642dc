import { choicesOf, type Entity } from "../model/entities.ts";
import { type Form, valueText } from "./form.ts";
import { fits, genericText, indented, unionText } from "./lines.ts";
import { propertyName, type TypeNames, TypePrinter } from "./type-printer.ts";

interface OwnerTypes {
  readonly names: TypeNames;
  /** The names that its contracts are known by, its own name first. */
  readonly knownAs: readonly string[];
}

interface OwnerOptions {
  /** Name of the constant. */
  readonly name: string;
  /** Imports a runtime function and returns its local name. */
  readonly value: (name: string) => string;
  /** Imports the constant of the package and returns its local name. */
  readonly home: () => string;
  /** The qualified name, `Module:Entity`. */
  readonly qualifiedName: string;
}

/** Returns the types in the namespace of a template or interface: `Id` and `Constant`. */
export const printOwnerTypes = (entity: Entity, { names, knownAs }: OwnerTypes): string => {
  const types = new TypePrinter(names);
  const choices = choicesOf(entity).map(({ name, argument, result }) => {
    const head = `readonly ${memberName(name, entity)}: `;
    const args = ["Id", types.text(argument), types.text(result)];
    const text = genericText(head, { of: names.shared("Choice"), args, tail: ";", levels: 2 });
    return `${indented(text)}\n`;
  });
  const head = genericText("interface Constant extends ", { ...kindOf(entity, names), tail: " {" });
  const constant = choices.length === 0 ? `${head}}\n` : `${head}\n${choices.join("")}}\n`;
  return `${contractIdText(names.shared("ContractId"), knownAs)}\n${constant}`;
};

/** Returns the constant of a template or interface. */
export const printOwner = (
  form: Form,
  entity: Entity,
  { name, value, home, qualifiedName }: OwnerOptions,
): string => {
  const declared = (text: string) =>
    valueText(form, { name, type: `${name}.Constant`, value: text });
  if (form === "d.ts") return declared("");
  const make = value(entity.template === undefined ? "interfaceOf" : "template");
  const kinds = choicesOf(entity).map((choice) => {
    const kind = choice.consuming ? "consuming" : "nonconsuming";
    return `  ${propertyName(choice.name)}: "${kind}"${form === "ts" ? widened(choice.name) : ""},\n`;
  });
  const described = kinds.length === 0 ? "{}" : `{\n${kinds.join("")}}`;
  return declared(`/* @__PURE__ */ ${make}(${home()}, "${qualifiedName}", ${described})`);
};

/**
 * Returns ` as const` for property names that every object has; TypeScript widens the literal types of
 * these.
 */
const widened = (name: string): string => (name in Object.prototype ? " as const" : "");

const kindOf = (
  { template, interface: contractInterface }: Entity,
  names: TypeNames,
): { readonly of: string; readonly args: readonly string[] } => {
  const types = new TypePrinter(names);
  if (template !== undefined) {
    const { payload, key } = template;
    return key === undefined
      ? { of: names.shared("Template"), args: ["Id", types.text(payload)] }
      : { of: names.shared("KeyedTemplate"), args: ["Id", types.text(payload), types.text(key)] };
  }
  const view = contractInterface === undefined ? "unknown" : types.text(contractInterface.view);
  return { of: names.shared("Interface"), args: ["Id", view] };
};

const contractIdText = (contractId: string, knownAs: readonly string[]): string => {
  const names = knownAs.map((name) => `"${name}"`);
  const line = `${contractId}<${names.join(" | ")}>`;
  if (names.length === 1 || fits(`type Id = ${line};`, 1)) {
    return `${unionText("type Id", [line], 1)}\n`;
  }
  return `type Id = ${contractId}<\n${names.map((name) => `  | ${name}\n`).join("")}>;\n`;
};

/** Returns the member name of a choice. A choice that has the name of another member gets a suffix. */
export const memberName = (choice: string, { template }: Entity): string =>
  members.has(choice) || (template === undefined ? interfaceMembers : templateMembers).has(choice)
    ? `${choice}_`
    : choice;

const members: ReadonlySet<string> = new Set([
  ...["package", "qualifiedName", "reference", "contractId", "from", "createdIn", "filter"],
  ...["pinned", ...Object.getOwnPropertyNames(Object.prototype)],
]);
const templateMembers: ReadonlySet<string> = new Set([
  ...["create", "createAndExercise", "exerciseByKey"],
]);
const interfaceMembers: ReadonlySet<string> = new Set(["viewOf"]);
