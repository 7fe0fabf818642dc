import { getChoicesExceptArchive, type ModuleEntity } from "../model/entities.ts";
import { type GeneratedFileKind, printValueDeclaration } from "./form.ts";
import { fitsMaxLineLength, indentText, printGenericType, printUnionType } from "./lines.ts";
import { type LocalTypeNames, printPropertyName, TypePrinter } from "./type-printer.ts";

interface NamespaceOptions {
  readonly names: LocalTypeNames;
  /**
   * The name of the template or interface, followed by the names of the interfaces that it
   * implements or requires.
   */
  readonly knownAs: readonly string[];
}

interface ConstantOptions {
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
export const printTemplateOrInterfaceNamespace = (
  entity: ModuleEntity,
  { names, knownAs }: NamespaceOptions,
): string => {
  const types = new TypePrinter(names);
  const choices = getChoicesExceptArchive(entity).map(({ name, argument, result }) => {
    const head = `readonly ${getChoiceMemberName(name, entity)}: `;
    const args = ["Id", types.printType(argument), types.printType(result)];
    const text = printGenericType(head, {
      of: names.runtimeType("Choice"),
      args,
      tail: ";",
      levels: 2,
    });
    return `${indentText(text)}\n`;
  });
  const head = printGenericType("interface Constant extends ", {
    ...getRuntimeBaseType(entity, names),
    tail: " {",
  });
  const constant = choices.length === 0 ? `${head}}\n` : `${head}\n${choices.join("")}}\n`;
  return `${contractIdText(names.runtimeType("ContractId"), knownAs)}\n${constant}`;
};

/** Returns the constant of a template or interface. */
export const printTemplateOrInterfaceConstant = (
  form: GeneratedFileKind,
  entity: ModuleEntity,
  { name, value, home, qualifiedName }: ConstantOptions,
): string => {
  const declaration = (text: string) =>
    printValueDeclaration(form, { name, type: `${name}.Constant`, value: text });
  if (form === "d.ts") return declaration("");
  const make = value(entity.template === undefined ? "interfaceOf" : "template");
  const kinds = getChoicesExceptArchive(entity).map((choice) => {
    const kind = choice.consuming ? "consuming" : "nonconsuming";
    return `  ${printPropertyName(choice.name)}: "${kind}"${form === "ts" ? constAssertion(choice.name) : ""},\n`;
  });
  const described = kinds.length === 0 ? "{}" : `{\n${kinds.join("")}}`;
  return declaration(`/* @__PURE__ */ ${make}(${home()}, "${qualifiedName}", ${described})`);
};

/**
 * Returns ` as const` for property names that every object has, because TypeScript widens the literal
 * types of these.
 */
const constAssertion = (name: string): string => (name in Object.prototype ? " as const" : "");

const getRuntimeBaseType = (
  { template, interface: contractInterface }: ModuleEntity,
  names: LocalTypeNames,
): { readonly of: string; readonly args: readonly string[] } => {
  const types = new TypePrinter(names);
  if (template !== undefined) {
    const { payload, key } = template;
    return key === undefined
      ? { of: names.runtimeType("Template"), args: ["Id", types.printType(payload)] }
      : {
          of: names.runtimeType("KeyedTemplate"),
          args: ["Id", types.printType(payload), types.printType(key)],
        };
  }
  const view =
    contractInterface === undefined ? "unknown" : types.printType(contractInterface.view);
  return { of: names.runtimeType("Interface"), args: ["Id", view] };
};

const contractIdText = (contractId: string, knownAs: readonly string[]): string => {
  const names = knownAs.map((name) => `"${name}"`);
  const line = `${contractId}<${names.join(" | ")}>`;
  if (names.length === 1 || fitsMaxLineLength(`type Id = ${line};`, 1)) {
    return `${printUnionType("type Id", [line], 1)}\n`;
  }
  return `type Id = ${contractId}<\n${names.map((name) => `  | ${name}\n`).join("")}>;\n`;
};

/**
 * Returns the member name of a choice: its name, with `_` appended if the constant has another member of
 * that name.
 */
export const getChoiceMemberName = (choice: string, { template }: ModuleEntity): string =>
  reservedMembers.has(choice) ||
  (template === undefined ? interfaceMembers : templateMembers).has(choice)
    ? `${choice}_`
    : choice;

const reservedMembers: ReadonlySet<string> = new Set([
  ...["package", "qualifiedName", "reference", "contractId", "from", "createdIn", "filter"],
  ...["pinned", ...Object.getOwnPropertyNames(Object.prototype)],
]);
const templateMembers: ReadonlySet<string> = new Set([
  ...["create", "createAndExercise", "exerciseByKey"],
]);
const interfaceMembers: ReadonlySet<string> = new Set(["viewOf"]);
