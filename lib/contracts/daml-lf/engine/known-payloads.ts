import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import type { Contract } from "../../../base/model/contract.ts";
import type { RecordV } from "../runtime/runtime-value.ts";

/** A payload as of one version of the template. */
export interface VersionPayload {
  readonly templateId: TypeId;
  readonly payload: RecordV;
}

/** Then as of others: there is rarely a second. */
interface KnownPayload extends VersionPayload {
  readonly next: KnownPayload | undefined;
}

/**
 * What a program has read from the ledger before, per contract: a contract never changes, so neither does
 * what a template makes of it. Validating a contract runs its template's code and is by far the dearest
 * part of using it. Kept no longer than the contract itself.
 */
export class KnownPayloads {
  readonly #payloads = new WeakMap<Contract, KnownPayload>();

  of(contract: Contract, templateId: TypeId): VersionPayload | undefined {
    let known = this.#payloads.get(contract);
    while (known !== undefined && known.templateId !== templateId) known = known.next;
    return known;
  }

  add(contract: Contract, { templateId, payload }: VersionPayload): void {
    this.#payloads.set(contract, { templateId, payload, next: this.#payloads.get(contract) });
  }
}
