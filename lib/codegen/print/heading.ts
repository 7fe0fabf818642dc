/** With what a generated file begins. */
export const heading = (title: string): string =>
  `// ${title}\n// By ledger-in-a-box codegen: do not edit\n`;
