import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The material that lies beside the project: real DARs, golden values. Not part of it, so tests that
 * need it skip where it is missing.
 */
const candidates = [
  process.env["LEDGER_SHARED"],
  join(import.meta.dirname, "..", "..", "..", "shared"),
];

export const sharedPath = (...path: readonly string[]): string | undefined =>
  candidates
    .flatMap((root) => (root === undefined ? [] : [join(root, ...path)]))
    .find((file) => existsSync(file));

/** The bytes of a shared file; skips the running test, saying why, where there is none. */
export const sharedFile = (context: Mocha.Context, ...path: readonly string[]): Uint8Array => {
  const found = sharedPath(...path);
  if (found === undefined) {
    context.test?.parent?.eachTest((test) => {
      test.title += ` [skipped: neither ../shared nor LEDGER_SHARED has ${path.join("/")}]`;
    });
    context.skip();
  }
  return readFileSync(found);
};
