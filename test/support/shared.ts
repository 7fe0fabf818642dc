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

/**
 * Returns the path of a shared file or folder. If it is missing, skips the running test (or, in a hook,
 * all tests of its suite) and adds the reason to the titles.
 */
export const requireShared = (context: Mocha.Context, ...path: readonly string[]): string => {
  const found = sharedPath(...path);
  if (found !== undefined) return found;
  const reason = ` [skipped: neither ../shared nor LEDGER_SHARED has ${path.join("/")}]`;
  const addReason = (test: { title: string }): void => {
    if (!test.title.includes("[skipped: ")) test.title += reason;
  };
  const { test } = context;
  if (test !== undefined && "type" in test && test.type === "test") addReason(test);
  else test?.parent?.eachTest(addReason);
  return context.skip();
};

/** Returns the bytes of a shared file. Skips as {@link requireShared} does. */
export const sharedFile = (context: Mocha.Context, ...path: readonly string[]): Uint8Array =>
  readFileSync(requireShared(context, ...path));
