import { fitsMaxLineLength, indentText } from "./lines.ts";

/** Kind of a generated file: TypeScript, JavaScript, or the declarations of a JavaScript file. */
export type GeneratedFileKind = "ts" | "js" | "d.ts";

/** Returns the declaration of a value in the given form. */
export const printValueDeclaration = (
  form: GeneratedFileKind,
  { name, type, value }: { readonly name: string; readonly type: string; readonly value: string },
): string => {
  if (form === "d.ts") return `export declare const ${name}: ${type};\n`;
  const head = `export const ${name}${form === "js" ? "" : `: ${type}`} =`;
  const first = value.split("\n")[0] ?? "";
  return fitsMaxLineLength(`${head} ${first}`)
    ? `${head} ${value};\n`
    : `${head}\n${indentText(`${value};\n`)}`;
};
