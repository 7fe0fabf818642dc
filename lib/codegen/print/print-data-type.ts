import type { DataDefinition } from "../../base/values/type.ts";
import type { GeneratedFileKind } from "./form.ts";
import { fitsMaxLineLength, printUnionType } from "./lines.ts";
import { type LocalTypeNames, printPropertyName, TypePrinter } from "./type-printer.ts";

export interface PrintDataTypeOptions {
  readonly name: string;
  readonly names: LocalTypeNames;
  /** Returns the local name of a type parameter. */
  readonly parameterName: (name: string) => string;
}

/**
 * Indentation levels to allow for before the type: about the width of `export `, or the indentation
 * in a namespace.
 */
const indentationLevels = 3;

/** Returns the type of the JSON of a record, variant or enum, without `export`. */
export const printDataType = (data: DataDefinition, options: PrintDataTypeOptions): string => {
  const { name, names, parameterName } = options;
  const parameters = data.kind === "enum" ? [] : data.parameters;
  const local = new Map(parameters.map((each) => [each, parameterName(each)]));
  const types = new TypePrinter(names, local);
  switch (data.kind) {
    case "record": {
      if (data.fields.length === 0) {
        const unit = names.runtimeType("Unit");
        return `type ${name}${types.parameterList} = ${unit};\n`;
      }
      const fields = data.fields.map((field) => `  ${types.printField(field)}\n`).join("");
      return `interface ${name}${types.parameterList} {\n${fields}}\n`;
    }
    case "variant": {
      const cases = data.constructors.map((each) =>
        printVariantCase(each.name, types.printType(each.type)),
      );
      return `${printUnionType(`type ${name}${types.parameterList}`, cases, indentationLevels)}\n`;
    }
    case "enum":
      return `${printUnionType(`type ${name}`, data.constructors.map(quoteName), indentationLevels)}\n`;
  }
};

/** Returns an object with the constructors of an enum, such as `Color.Red`. */
export const printEnumConstants = (
  form: GeneratedFileKind,
  name: string,
  constructors: readonly string[],
): string => {
  const isDeclaration = form === "d.ts";
  const head = isDeclaration ? `export declare const ${name}:` : `export const ${name} =`;
  const tail = form === "ts" ? " as const;" : ";";
  const parts = constructors.map(
    (each) => `${isDeclaration ? "readonly " : ""}${printPropertyName(each)}: ${quoteName(each)}`,
  );
  const [between, end] = isDeclaration ? ["; ", ";"] : [", ", ","];
  const line = `${head} { ${parts.join(between)} }${tail}`;
  if (fitsMaxLineLength(line)) return `${line}\n`;
  return `${head} {\n${parts.map((part) => `  ${part}${end}\n`).join("")}}${tail}\n`;
};

const printVariantCase = (tag: string, value: string): string => {
  const line = `{ readonly tag: ${quoteName(tag)}; readonly value: ${value} }`;
  if (fitsMaxLineLength(line, 2)) return line;
  return `{\n  readonly tag: ${quoteName(tag)};\n  readonly value: ${value};\n}`;
};

const quoteName = (name: string): string => `"${name}"`;
