import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Possible paths of the folder with real DARs and golden values. The folder is not part of the project; tests
 * that need it are skipped if it is missing.
 */
const candidates = [
  process.env["LEDGER_SHARED"],
  join(import.meta.dirname, "..", "..", "..", "shared"),
];

export const sharedPath = (...path: readonly string[]): string | undefined =>
  candidates
    .flatMap((root) => (root === undefined ? [] : [join(root, ...path)]))
    .find((file) => existsSync(file));

/** The bytes of a shared file. Skips the running test with the reason if the file is missing. */
export const sharedFile = (context: Mocha.Context, ...path: readonly string[]): Uint8Array => {
  const found = sharedPath(...path);
  if (found === undefined) {
    context.test?.parent?.eachTest((test) => {
      if (test.title.includes("[skipped: ")) return;
      test.title += ` [skipped: neither ../shared nor LEDGER_SHARED has ${path.join("/")}]`;
    });
    context.skip();
  }
  return readFileSync(found);
};
