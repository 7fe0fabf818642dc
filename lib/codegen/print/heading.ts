/** Returns the first lines of a generated file. */
export const heading = (title: string): string =>
  `// ${title}\n// By ledger-in-a-box codegen: do not edit\n`;
