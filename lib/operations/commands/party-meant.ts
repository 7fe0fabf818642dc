import { isLedgerError, LedgerError } from "../../base/errors/ledger-error.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";

/**
 * For programs, who have no hint beside the error: where a party is named by its hint alone, the error says the id that is meant.
 * Any other error is answered as it is.
 */
export const withPartyMeant = (error: unknown, state: LedgerState): unknown => {
  if (!isLedgerError(error)) return error;
  const { details } = error;
  const { unknownSubmitters, unknownInformees } = details.context;
  const named = /^Set\((.*)\)$/u.exec(unknownSubmitters ?? unknownInformees ?? "")?.[1] ?? "";
  const ids = named.split(", ").flatMap((name) => idOf(name, state) ?? []);
  if (ids.length === 0) return error;
  const advice = `Parties are named by their full ids: write ${ids.join(", ")}.`;
  return new LedgerError({ ...details, cause: `${details.cause} ${advice}` });
};

/** Of the only party with the hint. */
const idOf = (hint: string, { parties }: LedgerState): string | undefined => {
  if (hint === "" || hint.includes("::")) return undefined;
  const [first, second] = parties.entries(`${hint}::`);
  const [id] = first ?? [];
  if (!id?.startsWith(`${hint}::`)) return undefined;
  return second?.[0].startsWith(`${hint}::`) === true ? undefined : id;
};
