import { encodeBase64 } from "../../../lib/base/values/base64.ts";
import { encodeValueAsProtobuf } from "../../../lib/base/values/wire-encode.ts";
import type { Contract, ContractKey, Node, Transaction, Value } from "../../../lib/store.ts";
import type { VectorNode, VectorTransaction } from "./vector-rows.ts";

/**
 * Converts a transaction to the form of the recorded vectors. Ids of created contracts lose the suffix that
 * the ledger appends, since the reference engine's ids have none.
 */
export const vectorForm = ({ roots, nodes }: Transaction): VectorTransaction => {
  const created = new Set(
    nodes.flatMap((node) => (node.kind === "create" ? [node.contract.contractId] : [])),
  );
  const form = new VectorForm(created);
  return { roots, nodes: nodes.map((node) => form.node(node)) };
};

/**
 * Returns a recorded transaction with properties in a fixed order. Undefined properties and those that our
 * nodes do not have are omitted.
 */
export const comparable = ({ roots, nodes }: VectorTransaction): VectorTransaction => ({
  roots,
  nodes: nodes.map((node) => sortedProperties(node)),
});

const sortedProperties = (node: VectorNode): VectorNode => {
  const entries = Object.entries(node).filter(
    ([name, value]) => name !== "version" && value !== undefined && value !== null,
  );
  const sorted = entries.sort(([left], [right]) => (left < right ? -1 : 1));
  return { ...Object.fromEntries(sorted), id: node.id, kind: node.kind };
};

/** Length of `00` and the discriminator of 32 bytes, in hex. */
const lengthOfEngineId = 66;

class VectorForm {
  readonly #created: ReadonlySet<string>;

  constructor(created: ReadonlySet<string>) {
    this.#created = created;
  }

  node(node: Node): VectorNode {
    const { nodeId: id, kind } = node;
    switch (kind) {
      case "create":
        return { id, kind, ...this.#contract(node.contract) };
      case "exercise": {
        const { templateId, interfaceId, choice, consuming, actingParties, choiceObservers } = node;
        const { signatories, stakeholders, byKey, children } = node;
        return {
          ...{ id, kind, templateId, interfaceId, choice, consuming, byKey, children },
          ...{ actingParties, choiceObservers, signatories, stakeholders },
          contractId: this.#id(node.contractId),
          argument: this.#value(node.argument),
          key: this.#key(node.key),
          result: node.result && this.#value(node.result),
        };
      }
      case "fetch": {
        const { templateId, interfaceId, actingParties, signatories, stakeholders, byKey } = node;
        return {
          ...{ id, kind, templateId, interfaceId, actingParties, signatories, stakeholders, byKey },
          contractId: this.#id(node.contractId),
          key: this.#key(node.key),
        };
      }
      case "lookupByKey": {
        const { templateId, exhaustive } = node;
        const contractIds = node.contractIds.map((each) => this.#id(each));
        return { id, kind, templateId, key: this.#key(node.key), contractIds, exhaustive };
      }
      case "rollback":
        return { id, kind, children: node.children };
    }
  }

  #contract(contract: Contract) {
    const { templateId, packageName, signatories, observers } = contract;
    return {
      ...{ templateId, packageName, signatories, observers },
      contractId: this.#id(contract.contractId),
      argument: this.#value(contract.argument),
      key: this.#key(contract.key),
    };
  }

  #key(key: ContractKey | undefined) {
    if (key === undefined) return undefined;
    return { value: this.#value(key.value), maintainers: key.maintainers, hash: key.hash };
  }

  #id(contractId: string): string {
    return this.#created.has(contractId) ? contractId.slice(0, lengthOfEngineId) : contractId;
  }

  #value(value: Value): string {
    return encodeBase64(encodeValueAsProtobuf(this.#engineValue(value)));
  }

  #engineValue(value: Value): Value {
    switch (value.kind) {
      case "contractId":
        return { ...value, value: this.#id(value.value) };
      case "optional":
        return value.value === undefined
          ? value
          : { ...value, value: this.#engineValue(value.value) };
      case "list":
        return { ...value, elements: value.elements.map((each) => this.#engineValue(each)) };
      case "textMap":
        return {
          ...value,
          entries: value.entries.map(([key, each]) => [key, this.#engineValue(each)]),
        };
      case "genMap":
        return {
          ...value,
          entries: value.entries.map(([key, each]) => [
            this.#engineValue(key),
            this.#engineValue(each),
          ]),
        };
      case "record":
        return { ...value, fields: value.fields.map((each) => this.#engineValue(each)) };
      case "variant":
        return { ...value, value: this.#engineValue(value.value) };
      case "unit":
      case "bool":
      case "int64":
      case "numeric":
      case "text":
      case "timestamp":
      case "date":
      case "party":
      case "enum":
        return value;
    }
  }
}
