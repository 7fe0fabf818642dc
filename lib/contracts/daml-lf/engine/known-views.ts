import type { LedgerError } from "../../../base/errors/ledger-error.ts";
import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import type { Contract } from "../../../base/model/contract.ts";
import type { Value } from "../../../base/values/value.ts";

/** What an interface shows of a contract, or why its code gives nothing. */
export type ViewOutcome = { readonly value: Value } | { readonly error: LedgerError };

interface KnownView {
  readonly contract: Contract;
  readonly outcome: ViewOutcome;
  readonly weight: number;
  /** How often it may still be tried. */
  readonly tries: number;
}

/** How often a view is tried that may come out otherwise the next time. */
const maxTries = 3;

/** A view that takes fewer steps is worked out again sooner than found. */
const minSteps = 1_000;

/** What those that are kept may weigh: a step leaves no more than some hundred bytes behind. */
const maxWeight = 2_000_000;

/** What an error weighs, however long it took to come. */
const weightOfError = 200;

/**
 * Views that took long to compute, and those that failed after long: contracts do not change, so neither
 * do their views, and every reader would have them computed again. Lets go of the oldest.
 */
export class KnownViews {
  readonly #known = new Map<string, KnownView>();
  #weight = 0;

  of(contract: Contract, templateId: TypeId, interfaceId: TypeId): ViewOutcome | undefined {
    if (this.#known.size === 0) return undefined;
    const known = this.#known.get(keyOf(contract, templateId, interfaceId));
    return known?.contract === contract && known.tries === 0 ? known.outcome : undefined;
  }

  add(
    contract: Contract,
    { templateId, interfaceId }: { readonly templateId: TypeId; readonly interfaceId: TypeId },
    {
      outcome,
      steps,
      isFinal,
    }: { readonly outcome: ViewOutcome; readonly steps: number; readonly isFinal: boolean },
  ): void {
    if (steps < minSteps) return;
    const weight = "error" in outcome ? weightOfError : steps;
    const key = keyOf(contract, templateId, interfaceId);
    const tries = isFinal ? 0 : (this.#known.get(key)?.tries ?? maxTries) - 1;
    this.#letGo(key);
    this.#known.set(key, { contract, outcome, weight, tries });
    this.#weight += weight;
    for (const oldest of this.#known.keys()) {
      if (this.#weight <= maxWeight) return;
      this.#letGo(oldest);
    }
  }

  #letGo(key: string): void {
    this.#weight -= this.#known.get(key)?.weight ?? 0;
    this.#known.delete(key);
  }
}

const keyOf = ({ contractId }: Contract, templateId: TypeId, interfaceId: TypeId): string =>
  `${contractId} ${templateId} ${interfaceId}`;
