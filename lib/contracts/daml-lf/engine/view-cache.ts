import type { LedgerError } from "../../../base/errors/ledger-error.ts";
import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import type { Contract } from "../../../base/model/contract.ts";
import type { Value } from "../../../base/values/value.ts";

/** The view of a contract, or the error of its code. */
export type InterfaceViewOutcome = { readonly value: Value } | { readonly error: LedgerError };

interface ViewEntry {
  readonly contract: Contract;
  readonly outcome: InterfaceViewOutcome;
  readonly weight: number;
  /** Number of remaining attempts to compute the view; 0 if the outcome is final. */
  readonly tries: number;
}

/** Maximum number of attempts to compute a view while its outcome is not final. */
const maxTries = 3;

/** A view with fewer steps is not cached, because computing it is faster than the lookup. */
const minSteps = 1_000;

/**
 * Maximum total weight of the cached views, in steps; a step leaves at most a few hundred bytes in memory.
 */
const maxWeight = 2_000_000;

/** The weight of an error, independent of the steps that led to it. */
const weightOfError = 200;

/**
 * Cache of views that are expensive to compute, including expensive failures. Contracts are immutable, so
 * views do not change; without the cache, each read would compute them again. Evicts the oldest entries.
 */
export class InterfaceViewCache {
  readonly #known = new Map<string, ViewEntry>();
  #weight = 0;

  get(
    contract: Contract,
    templateId: TypeId,
    interfaceId: TypeId,
  ): InterfaceViewOutcome | undefined {
    if (this.#known.size === 0) return undefined;
    const known = this.#known.get(formatCacheKey(contract, templateId, interfaceId));
    return known?.contract === contract && known.tries === 0 ? known.outcome : undefined;
  }

  add(
    contract: Contract,
    { templateId, interfaceId }: { readonly templateId: TypeId; readonly interfaceId: TypeId },
    {
      outcome,
      steps,
      isFinal,
    }: {
      readonly outcome: InterfaceViewOutcome;
      readonly steps: number;
      readonly isFinal: boolean;
    },
  ): void {
    if (steps < minSteps) return;
    const weight = "error" in outcome ? weightOfError : steps;
    const key = formatCacheKey(contract, templateId, interfaceId);
    const tries = isFinal ? 0 : (this.#known.get(key)?.tries ?? maxTries) - 1;
    this.#remove(key);
    this.#known.set(key, { contract, outcome, weight, tries });
    this.#weight += weight;
    for (const oldest of this.#known.keys()) {
      if (this.#weight <= maxWeight) return;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    this.#weight -= this.#known.get(key)?.weight ?? 0;
    this.#known.delete(key);
  }
}

const formatCacheKey = (
  { contractId }: Contract,
  templateId: TypeId,
  interfaceId: TypeId,
): string => `${contractId} ${templateId} ${interfaceId}`;
