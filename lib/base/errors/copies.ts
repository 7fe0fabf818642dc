import { ledgerError } from "./ledger-error.ts";

/**
 * Identifies this copy of the package. A program may load several copies, for example two versions.
 */
const packageCopyMarker = {};

/** The property that marks objects; the same symbol in all copies of the package. */
const copyKey = Symbol.for("ledger-in-a-box");

/** Marks an object as made by this copy of the package. */
export const markObjectFromThisLibraryCopy = (object: object): void => {
  Object.defineProperty(object, copyKey, { value: packageCopyMarker });
};

/**
 * Raises INVALID_ARGUMENT for an object that another copy of the package made. `what` names the
 * object in the error, for example "The ledger".
 */
export const assertSameLibraryCopy = (object: unknown, what: string): void => {
  if (typeof object !== "object" || object === null || !(copyKey in object)) return;
  if (object[copyKey] === packageCopyMarker) return;
  throw ledgerError("INVALID_ARGUMENT", {
    cause: `${what} was made by another copy of ledger-in-a-box. Run \`npm ls ledger-in-a-box\` to find both copies, and install only one version.`,
  });
};
