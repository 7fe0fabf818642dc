import { isLedgerError } from "../../base/errors/ledger-error.ts";
import type { Update } from "../../base/model/update.ts";
import type { WrittenEntry } from "../../ledger/port/decision.ts";
import type { UpdateFormat } from "../../views/visibility/event-format.ts";
import type { VisibleUpdate } from "../../views/visibility/project-update.ts";
import { type WithheldEvent, withheldEvents } from "../../views/visibility/withheld-events.ts";
import type { CallNotes, Demand } from "../authorization/call-notes.ts";
import type { Caller } from "../authorization/caller.ts";
import type { CallError, Decisive } from "./answered-call.ts";

/** What is kept of one call. */
const maxDemands = 50;
const maxWithheld = 100;

/** How many steps of updates are looked at to find what is withheld, each for each party. */
const maxSteps = 5_000;

/** What one call turned on. Its work and what it keeps are bounded, however much is read. */
export class CallAccount implements CallNotes {
  readonly demands: Decisive[] = [];
  readonly withheld: WithheldEvent[] = [];
  withholdsMore = false;
  /** What it came to in the journal of the ledger. */
  written: WrittenEntry | undefined;
  #steps = 0;

  demanded(demand: Demand): void {
    if (this.demands.length < maxDemands) this.demands.push({ by: "right", ...demand });
  }

  read(update: Update, visible: VisibleUpdate | undefined, format: UpdateFormat): void {
    if (this.withholdsMore) return;
    this.#steps += stepsOf(update) * readersOf(format);
    if (this.#steps > maxSteps) {
      this.withholdsMore = true;
      return;
    }
    for (const event of withheldEvents(update, visible, format)) {
      this.withholdsMore = this.withheld.length >= maxWithheld;
      if (this.withholdsMore) return;
      this.withheld.push(event);
    }
  }
}

/** What let a call through or refused it; `rule` is the number of the rule that its error breaks. */
export const decidedBy = (
  { demands }: CallAccount,
  caller: Caller | undefined,
  error: CallError | undefined,
  rule?: string,
): readonly Decisive[] => {
  const asked = caller?.kind === "trusted" ? [{ by: "trust" } as const] : demands;
  if (error === undefined) return asked;
  const { code } = error;
  if (code === "UNAUTHENTICATED") return [...asked, { by: "token" }];
  const last = asked.at(-1);
  const lacksRight = last?.by === "right" && last.heldBy === undefined;
  return code === "PERMISSION_DENIED" && lacksRight
    ? asked
    : [...asked, { by: "rule", code, rule }];
};

/** An error as the journal has it. */
export const callError = (error: unknown): CallError => {
  if (!isLedgerError(error)) {
    const cause = error instanceof Error ? error.message : String(error);
    return { code: undefined, cause, field: undefined, expected: undefined, advice: undefined };
  }
  const { code, cause, path: field, expected } = error.details;
  return { code, cause, field, expected, advice: undefined };
};

const stepsOf = (update: Update): number =>
  update.kind === "transaction" ? update.transaction.nodes.length : update.events.length;

/** At least one, and no fewer than any part of it names. */
const readersOf = ({ transactions, reassignments, topology }: UpdateFormat): number =>
  Math.max(
    1,
    transactions?.eventFormat.filtersByParty.size ?? 0,
    reassignments?.filtersByParty.size ?? 0,
    topology?.parties.length ?? 0,
  );
