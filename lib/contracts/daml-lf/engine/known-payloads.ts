import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import type { Contract } from "../../../base/model/contract.ts";
import type { RecordV } from "../runtime/runtime-value.ts";

/** A payload, converted to one version of the template. */
export interface VersionPayload {
  readonly templateId: TypeId;
  readonly payload: RecordV;
}

/** The payloads of further versions; there is rarely a second one. */
interface KnownPayload extends VersionPayload {
  readonly next: KnownPayload | undefined;
}

/**
 * Cache of contracts that were read, with their payloads. Contracts are immutable, so the results stay
 * valid. Validating a contract runs code of its template, which is the most expensive part of using it.
 * Entries live as long as the contract object.
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
