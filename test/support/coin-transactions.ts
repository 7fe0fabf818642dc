import type { ChoiceSignature } from "../../lib/api.ts";
import {
  createNamedType,
  decimalType,
  partyType,
  textType,
} from "../../lib/base/values/common-types.ts";
import {
  createNumericValue,
  createPartyValue,
  createRecordValue,
  createTextValue,
} from "../../lib/base/values/constructors.ts";
import type { ContractEngine } from "../../lib/contracts/engine/contract-engine.ts";
import { PackageRegistry } from "../../lib/contracts/packages/registry.ts";
import type { Package } from "../../lib/index.ts";
import { createInitialLedgerState } from "../../lib/ledger/state/initial-state.ts";
import type { Contract, LedgerState, Node, TransactionUpdate } from "../../lib/store.ts";

/** Transactions of a coin package, written as trees, for tests of the history rules. */

const packageId = "c0".repeat(32);
export const coinTemplate = "#test-coin:Main:Coin";
export const bagInterface = "#test-coin:Main:Bag";
const templateId = `${packageId}:Main:Coin`;
const interfaceId = `${packageId}:Main:Bag`;
const choices = ["Give", "Swap", "Tap", "Send", "Other", "Archive"];

const signatures = new Map<string, ChoiceSignature>(
  choices.map((name) => [
    name,
    {
      name,
      consuming: true,
      argument: createNamedType(`${packageId}:Main:Note`),
      result: textType,
    },
  ]),
);

const coinPackage: Package = {
  packageId,
  name: "test-coin",
  version: "1.0.0",
  language: "typescript",
  dependencies: [],
  templates: new Map([
    [
      "Main:Coin",
      {
        id: templateId,
        payload: createNamedType(templateId),
        choices: signatures,
        implements: new Set([interfaceId]),
      },
    ],
    [
      "Main:Desk",
      {
        id: `${packageId}:Main:Desk`,
        payload: createNamedType(`${packageId}:Main:Note`),
        choices: signatures,
        implements: new Set(),
      },
    ],
  ]),
  interfaces: new Map([
    [
      "Main:Bag",
      { id: interfaceId, view: textType, choices: signatures, requires: new Set<string>() },
    ],
  ]),
  dataTypes: new Map([
    [
      "Main:Coin",
      {
        kind: "record",
        parameters: [],
        fields: [
          { name: "owner", type: partyType },
          { name: "amount", type: decimalType },
          { name: "locker", type: textType },
        ],
      },
    ],
    ["Main:Note", { kind: "record", parameters: [], fields: [{ name: "note", type: textType }] }],
  ]),
  // The transactions are given, so no engine runs.
  engine: {} as ContractEngine,
};

export interface TestCoin {
  readonly id: string;
  readonly owner: string;
  /** An amount in whole coins. */
  readonly amount: number;
  readonly locker?: string;
}

export type Tree =
  | { readonly kind: "create"; readonly coin: TestCoin }
  | { readonly kind: "rollback"; readonly children: readonly Tree[] }
  | {
      readonly kind: "exercise";
      readonly choice: string;
      /** The exercised coin; when absent, a contract of another template is exercised. */
      readonly on?: TestCoin;
      readonly viaInterface?: boolean;
      readonly note?: string;
      readonly result?: string;
      readonly children: readonly Tree[];
    };

export const create = (coin: TestCoin): Tree => ({ kind: "create", coin });
export const rollback = (...children: readonly Tree[]): Tree => ({ kind: "rollback", children });
export const exercise = (
  options: Omit<Tree & { readonly kind: "exercise" }, "kind" | "children">,
  ...children: readonly Tree[]
): Tree => ({ kind: "exercise", ...options, children });

const contractOf = (coin: TestCoin): Contract => ({
  contractId: coin.id,
  templateId,
  packageName: "test-coin",
  argument: createRecordValue([
    createPartyValue(coin.owner),
    createNumericValue(10, BigInt(coin.amount) * 10n ** 10n),
    createTextValue(coin.locker ?? ""),
  ]),
  signatories: [coin.owner],
  observers: [],
  createdAt: 0n,
  salt: new Uint8Array(32),
});

/** Returns a transaction with these roots, the update id `1220ab` and the offset 7. */
export const coinUpdate = (...roots: readonly Tree[]): TransactionUpdate => {
  const nodes: Node[] = [];
  const rootIds = roots.map((root) => addNode(nodes, root));
  return {
    kind: "transaction",
    updateId: "1220ab",
    offset: 7,
    synchronizerId: "sync::1220",
    recordTime: 2n,
    effectiveAt: 1_000_000n,
    submission: { userId: "u", commandId: "c", workflowId: "", submissionId: "s", actAs: [] },
    transaction: { roots: rootIds, nodes },
  };
};

const addNode = (nodes: Node[], tree: Tree): number => {
  const nodeId = nodes.length;
  if (tree.kind === "create") {
    nodes.push({ kind: "create", nodeId, witnesses: [], contract: contractOf(tree.coin) });
    return nodeId;
  }
  const placeholder: Node = {
    kind: "rollback",
    nodeId,
    witnesses: [],
    children: [],
    lastDescendantNodeId: nodeId,
  };
  nodes.push(placeholder);
  // A loop uses less of the stack than `map`: trees may be thousands of levels deep.
  const children: number[] = [];
  for (const child of tree.children) children.push(addNode(nodes, child));
  const parent = { nodeId, witnesses: [], children, lastDescendantNodeId: nodes.length - 1 };
  nodes[nodeId] =
    tree.kind === "rollback"
      ? { kind: "rollback", ...parent }
      : {
          kind: "exercise",
          ...parent,
          contractId: tree.on?.id ?? "00de5c",
          packageName: "test-coin",
          templateId: tree.on === undefined ? `${packageId}:Main:Desk` : templateId,
          ...(tree.viaInterface === true ? { interfaceId } : {}),
          choice: tree.choice,
          consuming: tree.on !== undefined,
          argument: createRecordValue([createTextValue(tree.note ?? "")]),
          actingParties: [],
          choiceObservers: [],
          signatories: [],
          stakeholders: [],
          byKey: false,
          result: createTextValue(tree.result ?? ""),
        };
  return nodeId;
};

/** Returns the state of a ledger on which these coins were created. */
export const stateWith = (...coins: readonly TestCoin[]): LedgerState => {
  const empty = createInitialLedgerState("participant::1220");
  const created = { offset: 1, nodeId: 0, synchronizerId: "sync::1220" };
  return {
    ...empty,
    packages: PackageRegistry.of([coinPackage]),
    contracts: coins.reduce(
      (contracts, coin) => contracts.set(coin.id, { contract: contractOf(coin), created }),
      empty.contracts,
    ),
  };
};
