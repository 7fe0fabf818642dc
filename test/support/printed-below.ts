import { pathToFileURL } from "node:url";

import { compiled } from "./compiled.ts";

/** The first program in TypeScript below a heading of a page. */
export const programBelow = (page: string, heading: string): string => {
  const below = page.slice(page.indexOf(`## ${heading}`));
  return /```ts\n(.*?)```/su.exec(below)?.[1] ?? "";
};

/** What that program prints, once `adapt` has told it of this machine. */
export const printedBelow = async (
  page: string,
  heading: string,
  adapt: (program: string) => string = (program) => program,
): Promise<readonly unknown[]> => {
  const printed: unknown[] = [];
  const { log } = console;
  try {
    const file = await compiled(heading, adapt(programBelow(page, heading)));
    console.log = (...values: unknown[]) => printed.push(...values);
    await import(pathToFileURL(file).href);
  } finally {
    console.log = log;
  }
  return printed;
};
