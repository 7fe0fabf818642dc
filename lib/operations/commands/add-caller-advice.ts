import { type ErrorDetails, isLedgerError, LedgerError } from "../../base/errors/ledger-error.ts";
import { findMostSimilarText } from "../../base/errors/nearest.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";

/**
 * Returns the error with advice in its cause, because TypeScript callers do not see the separate
 * hint of an error. If a command names a party without its namespace, the advice is the full id. If
 * a package is unknown, the advice is how to add it. If a template is unknown, the advice is the
 * name of a similar one. Returns any other error unchanged.
 */
export const addAdviceToErrorCause = (error: unknown, state: LedgerState): unknown => {
  if (!isLedgerError(error)) return error;
  const { details } = error;
  if (details.code === "PACKAGE_NAMES_NOT_FOUND") return addAdviceToError(details, packageAdvice);
  if (unknownTypeCodes.has(details.code)) {
    const known = similarType(details.cause, state);
    return known === undefined ? error : addAdviceToError(details, `Did you mean ${known}?`);
  }
  const { unknownSubmitters, unknownInformees } = details.context;
  const named = /^Set\((.*)\)$/u.exec(unknownSubmitters ?? unknownInformees ?? "")?.[1] ?? "";
  const ids = named.split(", ").flatMap((name) => findPartyByHint(name, state) ?? []);
  if (ids.length === 0) return error;
  return addAdviceToError(details, `Parties are named by their full ids: write ${ids.join(", ")}.`);
};

const packageAdvice =
  "Pass the package to createLedger({ packages }) or to a fixture, or upload its DAR.";

const unknownTypeCodes: ReadonlySet<string> = new Set([
  "NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
  "NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
  "TEMPLATES_OR_INTERFACES_NOT_FOUND",
]);

/** Returns the known template or interface that is most similar to the unknown one in a cause. */
const similarType = (cause: string, { packages }: LedgerState): string | undefined => {
  const unknown = cause.split(" ").find((word) => word.startsWith("#"));
  if (unknown === undefined || cause.includes("Did you mean")) return undefined;
  const known = [...packages.packages()].flatMap(({ name, templates, interfaces }) =>
    [...templates.keys(), ...interfaces.keys()].map((entity) => `#${name}:${entity}`),
  );
  return findMostSimilarText(unknown.replace(/\.$/u, ""), known);
};

const addAdviceToError = (details: ErrorDetails, advice: string): LedgerError =>
  new LedgerError({ ...details, cause: `${details.cause} ${advice}` });

/**
 * Returns the id of the only party whose id begins with `<hint>::`; undefined if there are several
 * or none.
 */
const findPartyByHint = (hint: string, { parties }: LedgerState): string | undefined => {
  if (hint === "" || hint.includes("::")) return undefined;
  const [first, second] = parties.entries(`${hint}::`);
  const [id] = first ?? [];
  if (!id?.startsWith(`${hint}::`)) return undefined;
  return second?.[0].startsWith(`${hint}::`) === true ? undefined : id;
};
