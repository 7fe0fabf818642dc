import { isLedgerError } from "../../base/errors/ledger-error.ts";
import type { Update } from "../../base/model/update.ts";
import type { WrittenEntry } from "../../ledger/port/ledger-decision.ts";
import type { UpdateFormat } from "../../views/visibility/event-format.ts";
import type { VisibleUpdate } from "../../views/visibility/project-update.ts";
import { findWithheldEvents, type WithheldEvent } from "../../views/visibility/withheld-events.ts";
import type { CallFactRecorder, RequiredRight } from "../authorization/call-fact-recorder.ts";
import type { Caller } from "../authorization/caller.ts";
import type { CallError, DecisiveFact } from "./answered-call.ts";

/** Maximum numbers of required rights and of withheld events that are recorded for one call. */
const maxRequiredRights = 50;
const maxWithheld = 100;

/**
 * Maximum number of nodes that are searched for withheld events in one call. Each node counts once
 * for each reading party.
 */
const maxSteps = 5_000;

/**
 * Records the facts that determined the result of one call. Time and memory are limited, even if
 * the call reads many updates.
 */
export class BoundedCallFactRecorder implements CallFactRecorder {
  readonly requiredRights: DecisiveFact[] = [];
  readonly withheld: WithheldEvent[] = [];
  withholdsMore = false;
  /** Position and size of the written journal entries. */
  written: WrittenEntry | undefined;
  #steps = 0;

  recordRequiredRight(demand: RequiredRight): void {
    if (this.requiredRights.length < maxRequiredRights) {
      this.requiredRights.push({ by: "right", ...demand });
    }
  }

  recordUpdate(update: Update, visible: VisibleUpdate | undefined, format: UpdateFormat): void {
    if (this.withholdsMore) return;
    this.#steps += countUpdateSteps(update) * countReaders(format);
    if (this.#steps > maxSteps) {
      this.withholdsMore = true;
      return;
    }
    for (const event of findWithheldEvents(update, visible, format)) {
      this.withholdsMore = this.withheld.length >= maxWithheld;
      if (this.withholdsMore) return;
      this.withheld.push(event);
    }
  }
}

/**
 * Returns the facts that allowed or refused a call. `rule` is the number of the rule in
 * `spec/rules.yaml` that has the call's error.
 */
export const listFactsDecidingCallOutcome = (
  { requiredRights }: BoundedCallFactRecorder,
  caller: Caller | undefined,
  error: CallError | undefined,
  rule?: string,
): readonly DecisiveFact[] => {
  const asked = caller?.kind === "trusted" ? [{ by: "trust" } as const] : requiredRights;
  if (error === undefined) return asked;
  const { code } = error;
  if (code === "UNAUTHENTICATED") return [...asked, { by: "token" }];
  const last = asked.at(-1);
  const lacksRight = last?.by === "right" && last.heldBy === undefined;
  return code === "PERMISSION_DENIED" && lacksRight
    ? asked
    : [...asked, { by: "rule", code, rule }];
};

/** Returns an error in the form of the request journal. */
export const toJournaledCallError = (error: unknown): CallError => {
  if (!isLedgerError(error)) {
    const cause = error instanceof Error ? error.message : String(error);
    return { code: undefined, cause, field: undefined, expected: undefined, advice: undefined };
  }
  const { code, cause, path: field, expected } = error.details;
  return { code, cause, field, expected, advice: undefined };
};

const countUpdateSteps = (update: Update): number =>
  update.kind === "transaction" ? update.transaction.nodes.length : update.events.length;

/** Returns the number of readers: at least 1, and the largest number in any part of the format. */
const countReaders = ({ transactions, reassignments, topology }: UpdateFormat): number =>
  Math.max(
    1,
    transactions?.eventFormat.filtersByParty.size ?? 0,
    reassignments?.filtersByParty.size ?? 0,
    topology?.parties.length ?? 0,
  );
