import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import type { Contract } from "../../../base/model/contract.ts";
import type { RuntimeRecord } from "../runtime/runtime-value.ts";

/** A payload, converted to one version of the template. */
export interface PayloadInTemplateVersion {
  readonly templateId: TypeId;
  readonly payload: RuntimeRecord;
}

/** A list of payloads of one contract, one for each version. It rarely has a second entry. */
interface PayloadEntry extends PayloadInTemplateVersion {
  readonly next: PayloadEntry | undefined;
}

/**
 * Cache of the payloads of contracts that were read. Contracts are immutable, so the payloads stay valid.
 * Validating a contract runs code of its template, which is the most expensive part of using it. Entries
 * live as long as the contract object.
 */
export class ValidatedContractPayloadCache {
  readonly #payloads = new WeakMap<Contract, PayloadEntry>();

  get(contract: Contract, templateId: TypeId): PayloadInTemplateVersion | undefined {
    let known = this.#payloads.get(contract);
    while (known !== undefined && known.templateId !== templateId) known = known.next;
    return known;
  }

  add(contract: Contract, { templateId, payload }: PayloadInTemplateVersion): void {
    this.#payloads.set(contract, { templateId, payload, next: this.#payloads.get(contract) });
  }
}
