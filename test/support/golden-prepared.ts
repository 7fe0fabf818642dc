import { hexToBytes } from "@noble/hashes/utils.js";

import type {
  PreparedContractKey,
  PreparedCreateNode,
  PreparedInputContract,
  PreparedNode,
  PreparedTransaction,
} from "../../lib/operations/interactive/wire/prepared-transaction.ts";

export const firstContract = "0007e7b5534931dfca8e1b485c105bae4e10808bd13ddc8e897f258015f9d921c5";
export const secondContract = "0059b59ad7a6b6066e77b91ced54b8282f0e24e7089944685cb8f22f32fcbc4e1b";

const seeds = new Map([
  ["0", hexToBytes("926bbb6f341bc0092ae65d06c6e284024907148cc29543ef6bff0930f5d52c19")],
  ["1", hexToBytes("e0c69eae8afb38872fa425c2cdba794176f3b9d97e8eefb7b0e7c831f566458f")],
  ["4", hexToBytes("a867edafa1277f46f879ab92c373a15c2d75c5d86fec741705cee1eb01ef8c9e")],
]);

/**
 * Returns the transaction of the published hashes (interactive-submission.md 6); with V3 its
 * contracts have keys.
 */
export const goldenTransaction = (scheme: 2 | 3): PreparedTransaction => {
  const version = scheme === 2 ? "2.1" : "2";
  const key: { key?: PreparedContractKey } = scheme === 2 ? {} : { key: goldenKey };
  const common = {
    version,
    packageName: "package-name-0",
    templateId: "package:module:name",
    ...key,
  };
  const create = (contractId: string): PreparedNode => ({
    kind: "create",
    ...common,
    contractId,
    argument: { kind: "text", value: "hello" },
    signatories: ["alice", "bob"],
    stakeholders: ["alice", "charlie"],
  });
  const fetch = (contractId: string): PreparedNode => ({
    kind: "fetch",
    ...common,
    contractId,
    signatories: ["alice"],
    stakeholders: ["charlie"],
    actingParties: ["alice", "bob"],
    byKey: scheme === 3,
  });
  const exercise: PreparedNode = {
    kind: "exercise",
    ...common,
    contractId: firstContract,
    interfaceId: "package:interface_module:interface_name",
    choice: "choice",
    argument: { kind: "int64", value: 31_380n },
    consuming: true,
    actingParties: ["alice", "bob"],
    signatories: ["alice"],
    stakeholders: ["charlie"],
    choiceObservers: ["david"],
    result: { kind: "text", value: "result" },
    children: ["0", "2"],
    byKey: scheme === 3,
  };
  return {
    transaction: {
      version,
      roots: ["0", "5"],
      nodes: new Map<string, PreparedNode>([
        ["0", create(firstContract)],
        ["1", create(secondContract)],
        ["2", fetch(firstContract)],
        ["3", fetch(secondContract)],
        ["4", exercise],
        ["5", { kind: "rollback", children: ["2", "4"] }],
      ]),
      seeds,
    },
    metadata: {
      actAs: ["alice", "bob"],
      commandId: "command-id",
      transactionUuid: "4c6471d3-4e09-49dd-addf-6cd90e19c583",
      mediatorGroup: 0,
      synchronizerId: "synchronizer::id",
      minLedgerTime: 0xaaaan,
      maxLedgerTime: 0xbbbbn,
      preparationTime: 0n,
      maxRecordTime: 2_592_000_000_000n,
      inputContracts: [
        input(firstContract, 864_000_000_000n, "alice"),
        input(secondContract, 1_728_000_000_000n, "bob"),
      ],
    },
  };

  function input(contractId: string, createdAt: bigint, party: string): PreparedInputContract {
    const contract: PreparedCreateNode = {
      kind: "create",
      version,
      contractId,
      packageName: "PkgName",
      templateId: "-dummyPkg-:DummyModule:dummyName",
      argument: {
        kind: "contractId",
        value: "0097a092402108f5593bac7fb3c909cd316910197dd98d603042a45ab85c81e0fd",
      },
      signatories: [party],
      stakeholders: [party],
    };
    return { contract, createdAt, eventBlob: new Uint8Array() };
  }
};

const goldenKey: PreparedContractKey = {
  packageName: "package_name_key",
  templateId: "package:module_key:name",
  value: { kind: "text", value: "hello" },
  hash: "4d1741d27564ab1f1e74873034760583a1a71edaa90dbad6be3a78c0bf3eec7c",
  maintainers: ["david"],
};
